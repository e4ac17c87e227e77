internal import CNcurses
internal import Glibc

/// Input and output on a terminal that another program may have made non-blocking.
enum TerminalLine {
  /// Writes bytes, and waits while the terminal takes none.
  ///
  /// The rest is lost if the terminal is gone.
  static func write(_ bytes: [UInt8], to descriptor: CInt) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        wait(for: POLLOUT, on: descriptor)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Waits for a byte and returns it; returns `nil` when the input ends.
  static func readByte(from descriptor: CInt) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count >= 0 { return count == 1 ? byte : nil }
      if errno == EAGAIN {
        wait(for: POLLIN, on: descriptor)
      } else if errno != EINTR {
        return nil
      }
    }
  }

  private static func wait(for event: CInt, on descriptor: CInt) {
    var descriptor = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    poll(&descriptor, 1, -1)
  }
}
