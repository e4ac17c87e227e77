import Foundation
import Dispatch
import Synchronization

/// Ctrl-C, or another polite request to end, as the cancellation of what a command does.
enum Interruption {
  /// Performs work and cancels it at the first signal; a second signal ends the program at once.
  ///
  /// An error that the work throws after a signal becomes ``Interrupted``. A signal that the parent of the program had ignored
  /// stays ignored: a script has Ctrl-C ignored by what it runs in the background.
  @MainActor
  static func canceling(_ work: @escaping @MainActor () async throws -> Void) async throws {
    let task = Task { try await work() }
    let caught = Mutex<Int32?>(nil)
    let sources = [SIGINT, SIGTERM].filter { !isIgnored($0) }.map { number in
      watch(number) {
        caught.withLock { $0 = number }
        task.cancel()
      }
    }
    defer {
      for source in sources { source.cancel() }
    }
    do {
      try await task.value
    } catch {
      guard let number = caught.withLock({ $0 }) else { throw error }
      throw Interrupted(signal: number, cause: error)
    }
  }

  /// Ends the program by a signal that asked for it, as its parent expects.
  ///
  /// The signal is sent to the process: threads of the dispatch library, such as this one, block it.
  static func end(by number: Int32) {
    kill(getpid(), number)
    sleep(1)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Calls a handler at the first signal, on a queue that nothing else holds.
  private nonisolated static func watch(
    _ number: Int32, _ handle: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      signal(number, SIG_DFL)
      handle()
    }
    source.resume()
    return source
  }
}
