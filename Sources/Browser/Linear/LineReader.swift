import Foundation

/// Reads standard input line by line, on a thread of its own.
enum LineReader {
  /// Returns the lines, without their ends; the stream ends with the input.
  static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
