import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("The copy before an update")
struct UpdateCopyTests {
  let folder: TemporaryFolder
  private var path: String { folder.path(PhotoLibrary.fileName) }

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("library.") }
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }

  /// Puts a library into the folder that the program wrote when its libraries had version 1: three photos of one
  /// photographer, a source, and a deleted photo.
  private func makeFirstLibrary() throws {
    try FileManager.default.copyItem(
      at: Repository.url("Tests/Libraries/version-1.sqlite"), to: URL(fileURLWithPath: path))
  }

  @Test("A library of version 1 is updated, and its copy has that version and the same rows")
  func update() async throws {
    try makeFirstLibrary()
    let library = try PhotoLibrary(folder: folder.url)
    #expect(try names() == ["library.sqlite", "library.version-1.sqlite"])
    #expect(try library.context.fetch(FetchRequest<Photographer>()).map(\.name) == ["Ann"])
    let photo = try #require(try library.photo("11"))
    #expect(photo.title == "Anchor" && photo.rawTitle == "Anchor &amp; more" && photo.tags == "harbor sea")
    #expect(photo.sources.map(\.name) == ["sample"])
    #expect(try library.photoCount() == 3)
    #expect(try await library.check().isSound)
    #expect(try SQLiteStore.metadata(at: path).applicationVersions == ["Proofsheet": LibraryModel.version])
    let copy = folder.path("library.version-1.sqlite")
    #expect(try SQLiteStore.metadata(at: copy).applicationVersions == ["Proofsheet": 1])
    let old = try SQLiteStore(path: copy, model: SQLiteStore.model(at: copy))
    let check = try old.check()
    #expect(check.isSound)
    #expect(Dictionary(uniqueKeysWithValues: check.counts.map { ($0.entity, $0.rows) })["Photo"] == 3)
  }

  @Test("A library that needs no update is not copied, and reading copies nothing")
  func noUpdate() throws {
    _ = try PhotoLibrary(folder: folder.url)
    _ = try PhotoLibrary(folder: folder.url)
    _ = try PhotoLibrary(folder: folder.url, isReadOnly: true)
    #expect(try names() == ["library.sqlite"])
  }

  @Test("The first start after a week removes the copy, and an earlier start does not")
  func removal() throws {
    try makeFirstLibrary()
    _ = try PhotoLibrary(folder: folder.url)
    _ = try PhotoLibrary(folder: folder.url)
    #expect(try names() == ["library.sqlite", "library.version-1.sqlite"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -UpdateCopy.age - 60)],
      ofItemAtPath: folder.path("library.version-1.sqlite"))
    _ = try PhotoLibrary(folder: folder.url)
    #expect(try names() == ["library.sqlite"])
  }

  @Test("Without a copy, the library is not updated")
  func noCopy() throws {
    try makeFirstLibrary()
    // A folder in the place of the copy.
    try FileManager.default.createDirectory(
      atPath: folder.path("library.version-1.sqlite"), withIntermediateDirectories: true)
    let error = try #require(throws: LibraryError.self) { try PhotoLibrary(folder: folder.url) }
    #expect(error.description.contains(path) && error.description.hasSuffix("Make room there."))
    #expect(try SQLiteStore.metadata(at: path).applicationVersions == ["Proofsheet": 1])
    #expect(try names() == ["library.sqlite", "library.version-1.sqlite"])
  }

  @Test("A library of a later version is refused with both versions, and not copied")
  func laterVersion() throws {
    let options = StoreOptions(application: .init(name: "Proofsheet", version: LibraryModel.version + 3))
    _ = try SQLiteStore(path: path, model: try LibraryModel.shared(), options: options)
    let error = try #require(throws: StoreError.self) { try PhotoLibrary(folder: folder.url) }
    #expect(
      error.description.contains("\(LibraryModel.version + 3)")
        && error.description.contains("up to \(LibraryModel.version)"))
    #expect(try names() == ["library.sqlite"])
  }
}
