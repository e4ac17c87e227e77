import Foundation

/// Reads standard input line by line, each on a thread of its own.
///
/// Between two lines nothing is read: a program in the foreground gets what is typed for it.
enum LineReader {
  /// Returns the next line, without its end; `nil` at the end of the input.
  static func next() async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: readLine()) }
    }
  }
}
