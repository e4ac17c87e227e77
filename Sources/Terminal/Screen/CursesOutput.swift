internal import CNcurses
internal import Glibc

/// The file that ncurses writes to: the terminal, or memory while a frame is collected.
///
/// ncurses writes by itself, and several times a frame where rows are sent one by one. Collected, a frame is one write with
/// everything around it: one packet over SSH, and one thing to read for the terminal.
@MainActor final class CursesOutput {
  /// The file for `newterm`.
  let file: UnsafeMutablePointer<FILE>
  private let terminal: CInt
  private let memory: CInt

  /// Opens a file for a terminal.
  ///
  /// - Throws: ``TerminalError/unavailable(errno:)`` if the process may open no more files.
  init(_ terminal: CInt) throws(TerminalError) {
    self.terminal = terminal
    memory = memfd_create("frame", UInt32(MFD_CLOEXEC))
    guard memory >= 0 else { throw .unavailable(errno: errno) }
    let descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      let number = errno
      if descriptor >= 0 { Glibc.close(descriptor) }
      Glibc.close(memory)
      throw .unavailable(errno: number)
    }
    self.file = file
  }

  /// Returns what ncurses writes in `body`; the terminal is given nothing.
  func collect(_ body: () -> Void) -> [UInt8] {
    dup3(memory, fileno(file), O_CLOEXEC)
    body()
    dup3(terminal, fileno(file), O_CLOEXEC)
    let count = lseek(memory, 0, SEEK_CUR)
    guard count > 0 else { return [] }
    lseek(memory, 0, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(memory, buffer.baseAddress, count, 0))
    }
  }

  /// Closes the file, when ncurses uses it no more.
  func close() {
    fclose(file)
    Glibc.close(memory)
  }
}
