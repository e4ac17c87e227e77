import ArgumentParser
import Foundation

/// A program of the collection, which works in a folder that is gone when it ends.
protocol Example: AsyncParsableCommand, Sendable {
  /// Runs the program; `folder` is empty.
  @MainActor func run(in folder: URL) async throws
}

extension Example {
  @MainActor func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // What cannot be removed stays until the system clears its temporary files.
    defer { try? FileManager.default.removeItem(at: folder) }
    try await run(in: folder)
  }

  /// Checks a number of seconds that is waited for.
  func check(delay: Double) throws {
    guard (0...3600).contains(delay) else { throw ValidationError("--delay must be 0 to 3600 seconds.") }
  }

  /// Begins a part of what is printed.
  func heading(_ text: String) { print("\n" + text) }
}

extension String {
  /// The text, filled up with blanks at the right.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text, filled up with blanks at the left.
  func leftPadding(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
