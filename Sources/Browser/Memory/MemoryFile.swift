import Foundation

/// The file of a ``BrowserMemory``.
struct MemoryFile {
  /// The name of the file in the folder of a library.
  static let name = "browser.json"

  private let file: URL

  /// The file of the library in a folder.
  init(folder: URL) { file = folder.appendingPathComponent(Self.name) }

  /// Returns the contents of the file; nothing is remembered if it is missing or damaged.
  func read() -> BrowserMemory {
    guard let data = try? Data(contentsOf: file) else { return BrowserMemory() }
    return (try? JSONDecoder().decode(BrowserMemory.self, from: data)) ?? BrowserMemory()
  }

  /// Replaces the file atomically.
  ///
  /// - Throws: The errors of the file system.
  func write(_ memory: BrowserMemory) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(memory).write(to: file, options: .atomic)
  }
}
