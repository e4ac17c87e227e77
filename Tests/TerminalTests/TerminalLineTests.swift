import CNcurses
import Foundation
import Testing

@testable import Terminal

@Suite("A terminal that another program made non-blocking")
struct TerminalLineTests {
  /// More than a pipe holds.
  private static let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
  private let pipe = Pipe()

  init() {
    for file in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      let flags = fcntl(file.fileDescriptor, F_GETFL)
      #expect(fcntl(file.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    }
  }

  /// Returns the bytes that `write` writes to the pipe on another thread.
  private func read(_ write: @escaping @Sendable (CInt) -> Void) async -> [UInt8] {
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      write(writing.fileDescriptor)
      try? writing.close()
    }
    let reading = pipe.fileHandleForReading
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        while let byte = TerminalLine.readByte(from: reading.fileDescriptor) { bytes.append(byte) }
        continuation.resume(returning: bytes)
      }
    }
  }

  @Test("is given everything, and waited for when it is read")
  func writing() async {
    let bytes = await read { TerminalLine.write(Self.bytes, to: $0) }
    #expect((bytes == Self.bytes) as Bool)
  }

  @Test("is given everything at the end of the program")
  func restoring() async {
    let bytes = await read { descriptor in
      Self.bytes.withUnsafeBytes { ps_write_all(descriptor, $0.baseAddress, $0.count) }
    }
    #expect((bytes == Self.bytes) as Bool)
  }

  @Test("is not waited for when it is gone")
  func gone() {
    TerminalLine.write(Self.bytes, to: -1)
    #expect(TerminalLine.readByte(from: -1) == nil)
  }
}
