import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Destroying a store")
struct DestroyingTests {
  @Test("The file goes with the files of SQLite beside it and its external data, and other files stay")
  func everything() throws {
    let (path, other): (String, URL)
    let fixture: StoreFixture
    do {
      let library = try ExternalFixture()
      fixture = library.fixture
      (path, other) = (fixture.path, fixture.folder.appending(path: "other.txt"))
      try Data("other".utf8).write(to: other)
      try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    }
    try SQLiteStore.destroy(at: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["other.txt"])
    #expect(throws: StoreError.notFound(path: path)) { try SQLiteStore.destroy(at: path) }
  }

  @Test("A folder that bears the name of the store without its extension owns no external data")
  func folderBeside() throws {
    let path: String
    let fixture: StoreFixture
    do {
      let library = try ExternalFixture()
      (fixture, path) = (library.fixture, library.fixture.path)
      let stem = URL(filePath: path).deletingPathExtension()
      try FileManager.default.createDirectory(at: stem, withIntermediateDirectories: false)
      try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
      #expect(try library.store.removeOrphanedFiles() == [])
    }
    try SQLiteStore.destroy(at: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["library"])
  }

  @Test("A symbolic link stands for the file, with its external data")
  func symbolicLink() throws {
    let (link, folder): (String, URL)
    let fixture: StoreFixture
    do {
      let library = try ExternalFixture()
      fixture = library.fixture
      folder = fixture.folder.appending(path: "links")
      link = folder.appending(path: "link.sqlite").path
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
      let store = try SQLiteStore(path: link, model: ExternalFixture.model())
      #expect(store.path == fixture.path)
      try store.makeWriter().insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
      #expect(try library.people().map(\.values[1]) == [.data(ExternalFixture.data(1))])
    }
    let linkedFolder = fixture.folder.appending(path: "linked").path
    try FileManager.default.createSymbolicLink(atPath: linkedFolder, withDestinationPath: folder.path)
    #expect(StoreFile(linkedFolder + "/new.sqlite").path == folder.appending(path: "new.sqlite").path)
    try SQLiteStore.destroy(at: link)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == [
        "linked", "links",
      ])
  }

  @Test("A store that a reader or a writer has open is refused and stays as it is", arguments: [true, false])
  func inUse(isWriter: Bool) throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    try store.makeWriter().insert([StoreFixture.row(1)])
    var (writer, reader): ((any StoreWriter)?, (any StoreReader)?)
    if isWriter { writer = try store.makeWriter() } else { reader = try store.makeReader() }
    #expect(throws: StoreError.inUse(path: fixture.path)) { try SQLiteStore.destroy(at: fixture.path) }
    #expect(try reader?.count(StoreQuery(entity: StoreFixture.photo)) ?? 1 == 1)
    try writer?.insert([StoreFixture.row(2)])
    #expect(try store.check().isSound)
    (writer, reader) = (nil, nil)
    try SQLiteStore.destroy(at: fixture.path)
    #expect(try fixture.files().isEmpty)
  }

  @Test(
    "A store that is in use is removed if it is forced, and a new one in its place has no rows of the old one"
  )
  func forced() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store().makeWriter()
    try writer.insert([StoreFixture.row(1)])
    try SQLiteStore.destroy(at: fixture.path, isForced: true)
    #expect(try fixture.files().isEmpty)
    let reader = try fixture.store().makeReader()
    #expect(try reader.count(StoreQuery(entity: StoreFixture.photo)) == 0)
  }

  @Test("A file that is no store is refused, and a damaged store is removed only if it is forced")
  func refusals() throws {
    let fixture = try StoreFixture()
    try Data("text".utf8).write(to: URL(fileURLWithPath: fixture.path))
    #expect(throws: StoreError.notADatabase(path: fixture.path)) {
      try SQLiteStore.destroy(at: fixture.path, isForced: true)
    }
    try FileManager.default.removeItem(atPath: fixture.path)
    _ = try fixture.store()
    try fixture.connection().execute("DROP TABLE Z_METADATA")
    #expect(throws: StoreError.notAStore(path: fixture.path)) { try SQLiteStore.destroy(at: fixture.path) }
    #expect(try fixture.files()["library.sqlite"] != nil)
    try SQLiteStore.destroy(at: fixture.path, isForced: true)
    #expect(try fixture.files().isEmpty)
  }

  @Test("External data stay if another store uses the same folder")
  func sharedFolder() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let other = library.fixture.folder.appending(path: "library.db").path
    _ = try SQLiteStore(path: other, model: library.fixture.model)
    try SQLiteStore.destroy(at: other)
    #expect(try library.people().map(\.values[1]) == [.data(ExternalFixture.data(1))])
  }
}
