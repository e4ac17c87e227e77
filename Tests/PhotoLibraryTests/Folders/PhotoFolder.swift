import Foundation
import ObjectGraph
import TestSupport

@testable import PhotoLibrary

/// A library, and a folder of photo files beside it.
@MainActor
struct PhotoFolder {
  let home: TemporaryFolder
  let test: TestLibrary
  /// The path of the folder.
  let root: String

  var library: PhotoLibrary { test.library }

  init(_ library: TestLibrary? = nil) throws {
    home = try TemporaryFolder()
    test = try library ?? TestLibrary()
    root = home.path("photos")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { root + "/" + name }

  /// Writes a file, with a time of modification that no other file had before.
  func write(_ name: String, _ file: CameraFile) throws { try write(name, bytes: file.bytes) }

  /// Writes a file, with a time of modification that can be chosen.
  func write(_ name: String, bytes: [UInt8], modified: Date? = nil) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    guard let modified else { return }
    try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: path(name))
  }

  /// Writes a sidecar with a number of stars.
  func writeStars(_ stars: Int, to name: String) throws { try write(name, bytes: Self.sidecar(stars: stars)) }

  /// The content of a sidecar with a number of stars.
  static func sidecar(stars: Int) -> [UInt8] {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(stars)"/></rdf:RDF></x:xmpmeta>
      """
    return Array(text.utf8)
  }

  func move(_ name: String, to other: String) throws {
    let target = URL(filePath: path(other))
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: URL(filePath: path(name)), to: target)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Reads the folder, as a refresh does.
  @discardableResult
  func scan(_ folder: String? = nil) async throws -> RefreshSummary {
    // As a refresher does: the saves before are in the store.
    await test.container.coordinator.drain()
    let worker = try FolderRefresh.makeWorker(in: test.container)
    let path = folder ?? root
    let refresh = FolderRefresh(
      root: path, source: "folder:" + path, worker: worker, turns: library.fileTurns
    ) { _ in }
    let summary: RefreshSummary
    do { summary = try await refresh.run() } catch let failure as RefreshFailure { throw failure.cause }
    await test.container.coordinator.drain()
    return summary
  }

  /// The photos by title.
  func photos() throws -> [Photo] {
    try test.context.fetch(FetchRequest<Photo>(order: [FetchOrder("title")]))
  }

  /// The titles of the photos, with a mark for those that are gone.
  func titles() throws -> [String] { try photos().map { $0.title + ($0.isPictureGone ? " (gone)" : "") } }
}

extension CameraFile {
  /// Returns the file of a photo of a series, taken `number` seconds after the beginning of the series.
  static func shot(_ number: Int, artist: String? = "Ann") -> CameraFile {
    CameraFile(taken: "2024:05:17 18:03:\(10 + number)", artist: artist, comment: "shot \(number)")
  }
}
