internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

extension PseudoTerminal {
  /// The master side of the terminal, with the process on the other side.
  ///
  /// The pseudo-terminal and both threads own it; the last one closes the descriptors.
  final class Line: Sendable {
    let master: CInt
    let process: pid_t
    private let bell: CInt
    private let handle: @Sendable (Event) -> [UInt8]
    private let state = Mutex(State())
    private let reaped = DispatchSemaphore(value: 0)

    private struct State {
      var status = Status.running
      var outgoing: [UInt8] = []
      var isClosed = false
    }

    init(
      master: CInt, bell: CInt, process: pid_t, handle: @escaping @Sendable (Event) -> [UInt8]
    ) {
      self.master = master
      self.bell = bell
      self.process = process
      self.handle = handle
      Thread { self.move() }.start()
      Thread { self.watch() }.start()
    }

    deinit {
      close(master)
      close(bell)
    }

    var status: Status { state.withLock(\.status) }

    func send(_ bytes: [UInt8]) {
      guard !bytes.isEmpty else { return }
      state.withLock {
        $0.outgoing += bytes
        flush(&$0)
      }
      ring()
    }

    /// Kills the process and its foreground group, and waits until it has been reaped.
    func shutDown() {
      state.withLock {
        $0.isClosed = true
        guard !$0.status.isEnd else { return }
        let group = tcgetpgrp(master)
        if group > 0 { kill(-group, SIGKILL) }
        kill(process, SIGKILL)
      }
      ring()
      reaped.wait()
    }

    /// Closes the master side, as the end of a terminal's window does; its descriptor stays valid.
    func hangUp() {
      let nothing = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
      dup2(nothing, master)
      close(nothing)
      // The thread that transfers bytes waits with the former file open.
      ring()
    }

    private func ring() {
      var one: UInt64 = 1
      _ = Glibc.write(bell, &one, MemoryLayout.size(ofValue: one))
    }

    /// Writes as much as the terminal accepts without blocking; errors appear as the end of the output.
    private func flush(_ state: inout State) {
      while !state.outgoing.isEmpty {
        let count = Glibc.write(master, state.outgoing, state.outgoing.count)
        guard count > 0 else { return }
        state.outgoing.removeFirst(count)
      }
    }
  }
}

// The thread that transfers bytes.
extension PseudoTerminal.Line {
  private enum Chunk {
    case bytes([UInt8]), none, end
  }

  private func move() {
    while !state.withLock(\.isClosed) {
      // Checked before reading, so that all output from before the end is read.
      let ended = status.isEnd
      switch read() {
      case .bytes(let bytes): send(handle(.output(bytes)))
      case .end:
        _ = handle(.endOfOutput)
        return
      case .none where ended:
        _ = handle(.endOfOutput)
        return
      case .none: waitForWork()
      }
    }
  }

  private func read() -> Chunk {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(master, &buffer, buffer.count)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    // On Linux, EIO means that no process has the slave open.
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .none : .end
  }

  private func waitForWork() {
    let isWaiting = state.withLock {
      flush(&$0)
      return !$0.outgoing.isEmpty
    }
    let events = Int16(POLLIN) | (isWaiting ? Int16(POLLOUT) : 0)
    var descriptors = [
      pollfd(fd: master, events: events, revents: 0), pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, nfds_t(descriptors.count), -1)
    var count: UInt64 = 0
    _ = Glibc.read(bell, &count, MemoryLayout.size(ofValue: count))
  }
}

// The thread that waits for the process.
extension PseudoTerminal.Line {
  private func watch() {
    var status = PseudoTerminal.Status.running
    while !status.isEnd {
      var info = siginfo_t()
      // Left waitable, so that the process ID stays valid until `reap` collects it under the lock.
      guard waitid(P_PID, id_t(process), &info, WEXITED | WSTOPPED | WCONTINUED | WNOWAIT) == 0 else {
        continue
      }
      guard let change = reap() else { continue }
      status = change
      if status.isEnd { reaped.signal() }
      _ = handle(.status(status))
      ring()
    }
  }

  private func reap() -> PseudoTerminal.Status? {
    state.withLock {
      var word: CInt = 0
      guard waitpid(process, &word, WNOHANG | WUNTRACED | WCONTINUED) == process else { return nil }
      $0.status = PseudoTerminal.Status(waited: word)
      return $0.status
    }
  }
}
