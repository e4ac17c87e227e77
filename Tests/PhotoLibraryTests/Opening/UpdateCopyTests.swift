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

  /// Writes a store beside the library, `days` ago.
  private func write(_ name: String, daysAgo days: Double) throws {
    _ = try SQLiteStore(path: folder.path(name), model: try LibraryModel.shared())
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400 * days)], ofItemAtPath: folder.path(name))
  }

  @Test("The copy of the last update stays, however old it is, and no start removes one")
  func lastCopy() async throws {
    try makeFirstLibrary()
    _ = try PhotoLibrary(folder: folder.url)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400 * 400)],
      ofItemAtPath: folder.path("library.version-1.sqlite"))
    try write("library.version-0.sqlite", daysAgo: 800)
    let library = try PhotoLibrary(folder: folder.url)
    #expect(try names() == ["library.sqlite", "library.version-0.sqlite", "library.version-1.sqlite"])
    await library.removeOldCopies()
    #expect(try names() == ["library.sqlite", "library.version-1.sqlite"])
  }

  @Test("Only files with the names of copies are removed, and not the copy that was written last")
  func removal() async throws {
    let library = try PhotoLibrary(folder: folder.url)
    // Version 3 was updated once more after the user had gone back to it from version 11.
    let copies = ["library.version-3.sqlite", "library.version-11.sqlite"]
    for (name, days) in zip(copies, [1.0, 30]) { try write(name, daysAgo: days) }
    let others = [
      "library.version-1-keep.sqlite", "library.version-01.sqlite", "my library.version-2.sqlite",
      "library.version-2.sqlite.old", "library.version-.sqlite", "library.update-mine.sqlite",
    ]
    for name in others { try write(name, daysAgo: 60) }
    let old = [
      "library.version-2.sqlite", "library.version-9.sqlite", "library.update-\(UUID().uuidString).sqlite",
    ]
    for name in old { try write(name, daysAgo: 40) }
    await library.removeOldCopies()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(left).isSuperset(of: copies + others))
    #expect(Set(left).isDisjoint(with: old))
  }

  @Test("Drafts of programs that were killed are removed, and not those that are being written or checked")
  func drafts() async throws {
    let library = try PhotoLibrary(folder: folder.url)
    func draft() -> String { "library.update-\(UUID().uuidString).sqlite" }
    let (checked, left) = (draft(), draft())
    try write(checked, daysAgo: 0)
    try write(left, daysAgo: 1)
    let hidden = (0..<2).map { _ in ".\(draft()).\(UUID().uuidString).draft" }
    for name in hidden.flatMap({ [$0, $0 + "-journal", $0 + "-lock"] }) {
      try Data("draft".utf8).write(to: URL(filePath: folder.path(name)))
    }
    let writer = open(folder.path(hidden[1] + "-lock"), O_RDWR | O_CLOEXEC)
    #expect(flock(writer, LOCK_EX) == 0)
    await library.removeOldCopies()
    // Also for a process that another test is starting and that has inherited it (flock(2)).
    flock(writer, LOCK_UN)
    close(writer)
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    #expect(names.isSuperset(of: [checked, hidden[1], hidden[1] + "-journal", hidden[1] + "-lock"]))
    #expect(names.isDisjoint(with: [left, hidden[0], hidden[0] + "-journal", hidden[0] + "-lock"]))
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
