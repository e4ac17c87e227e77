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
  /// - Parameters:
  ///   - start: What was remembered when the session began.
  ///   - end: What the session remembers.
  ///   - limit: The time to wait for other browsers that write the file, shorter than that which a signal gives the program.
  /// - Throws: The errors of the file system; a file that cannot be read is not replaced.
  @concurrent func merge(
    start: BrowserMemory, end: BrowserMemory, waitingAtMost limit: Duration = .seconds(1)
  ) async throws {
    let lock = await lockFolder(waitingAtMost: limit)
    defer { if let lock { close(lock) } }
    let saved = try contents()
    let merged = BrowserMemory.merged(start: start, end: end, saved: saved)
    if merged != saved { try write(merged) }
  }

  /// Returns the contents of the file before they are replaced; a damaged file, which can be one of a later version, is put
  /// aside.
  private func contents() throws -> BrowserMemory {
    guard let file else { return BrowserMemory() }
    let data: Data
    do { data = try Data(contentsOf: file) } catch CocoaError.fileReadNoSuchFile { return BrowserMemory() }
    do {
      return try JSONDecoder().decode(BrowserMemory.self, from: data)
    } catch {
      guard rename(file.path, file.path + ".old") == 0 else { throw error }
      return BrowserMemory()
    }
  }

  /// Waits until no other browser is between reading and writing, and returns the descriptor that holds the lock until it is
  /// closed.
  ///
  /// The file itself cannot hold it, because it is replaced. There is no lock without the folder, in a file system that has no
  /// locks, and if another program holds it for long.
  private func lockFolder(waitingAtMost limit: Duration) async -> Int32? {
    guard let folder = file?.deletingLastPathComponent().path else { return nil }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let end = ContinuousClock.now + limit
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EINTR, EWOULDBLOCK].contains(errno),
      ContinuousClock.now < end, !Task.isCancelled
    {
      try? await Task.sleep(for: .milliseconds(5))
    }
    return descriptor
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
