import Foundation
import PhotoLibrary

/// The file of a ``BrowserMemory``.
nonisolated struct MemoryFile {
  /// The name of the file.
  static let name = "browser.json"

  /// The path of the file; `nil` if nothing is remembered.
  private let file: URL?

  /// The file of a library: in its folder, or in one named after its identifier for a library in a database.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - memories: The folder for libraries that have none; `nil` if nothing is remembered of them.
  @MainActor init(of library: PhotoLibrary, memories: URL?) {
    self.init(
      folder: library.place.folder ?? memories?.appending(path: library.identifier.uuidString.lowercased()))
  }

  /// The file in a folder; without one, nothing is remembered.
  init(folder: URL?) { file = folder?.appending(path: Self.name) }

  /// Returns the contents of the file; nothing is remembered if it is missing or damaged.
  func read() -> BrowserMemory {
    guard let file, let data = try? Data(contentsOf: file) else { return BrowserMemory() }
    return (try? JSONDecoder().decode(BrowserMemory.self, from: data)) ?? BrowserMemory()
  }

  /// Writes what a session changed, unless the file says so already.
  ///
  /// - Throws: The errors of the file system.
  @concurrent func merge(start: BrowserMemory, end: BrowserMemory) async throws {
    let saved = read()
    let merged = BrowserMemory.merged(start: start, end: end, saved: saved)
    if merged != saved { try write(merged) }
  }

  /// Replaces the file atomically.
  ///
  /// - Throws: The errors of the file system.
  func write(_ memory: BrowserMemory) throws {
    guard let file else { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(memory).write(to: file, options: .atomic)
  }
}
