public import Foundation

/// The file of the messages that the user has seen once, whatever the library was.
nonisolated public struct NoticeFile: Sendable {
  private let file: URL

  /// Creates a file, which is made with its first message.
  public init(_ file: URL) { self.file = file }

  /// Returns a Boolean value that indicates whether the user has seen a message; no message was seen if the file is missing or
  /// damaged.
  func contains(_ notice: String) -> Bool { read().contains(notice) }

  /// Records that the user has seen a message, unless the file says so already.
  ///
  /// - Throws: The errors of the file system.
  @concurrent func record(_ notice: String) async throws {
    let seen = read()
    guard !seen.contains(notice) else { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    try encoder.encode(seen + [notice]).write(to: file, options: .atomic)
  }

  private func read() -> [String] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([String].self, from: data)) ?? []
  }
}
