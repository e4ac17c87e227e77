import Foundation
import ObjectGraph
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("Data in files of their own")
struct ExternalDataTests {
  struct Stop: Error {}

  let library: ExternalFixture

  init() throws { library = try ExternalFixture() }

  @Test(
    "Data come back as they were, short ones from the row and long ones from a file",
    arguments: [
      (0, false), (1, false), (99_812, false), (102_400, false), (102_401, true), (3_000_000, true),
    ])
  func lengths(count: Int, isExternal: Bool) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try library.writer.insert([ExternalFixture.person(1, avatar: data)])
    #expect(try library.people() == [ExternalFixture.person(1, avatar: data, version: 1)])
    let files = try library.files()
    let cell = try #require(try library.cell(1))
    guard isExternal else {
      #expect(cell == [1] + data && files.isEmpty)
      return
    }
    let name = try #require(files.first)
    #expect(files.count == 1 && name == name.uppercased() && UUID(uuidString: name) != nil)
    #expect(cell.count == 38 && cell == [2] + Data(name.utf8) + [0])
    #expect(try Data(contentsOf: library.folder.appending(path: name)) == data)
    #expect(try library.store.check().isSound)
  }

  @Test(
    "A value that is set again has a new file, and the old file is deleted; an emptied value leaves no file")
  func replacing() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let first = try library.files()
    try library.update(ExternalFixture.person(1, avatar: ExternalFixture.data(2), version: 1))
    let second = try library.files()
    #expect(second.count == 1 && first != second)
    #expect(try library.people().map(\.values[1]) == [.data(ExternalFixture.data(2))])
    try library.update(ExternalFixture.person(1, avatar: ExternalFixture.data(3, count: 5), version: 2))
    #expect(try library.files().isEmpty)
    try library.update(ExternalFixture.person(1, avatar: ExternalFixture.data(4), version: 3))
    try library.update(ExternalFixture.person(1, avatar: nil, version: 4))
    #expect(try library.files().isEmpty)
    #expect(try library.people().map(\.values[1]) == [.null])
  }

  @Test("A file that cannot be completed leaves no part of it")
  func incompleteFile() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let files = try library.files()
    let folder = library.store.layout.externalData
    // A file cannot take the name of a folder.
    try FileManager.default.createDirectory(
      atPath: folder.path("taken"), withIntermediateDirectories: false)
    #expect(throws: SystemError.self) { try folder.makeFile("taken", Data([1])) }
    #expect(try library.files() == files + ["taken"])
  }

  @Test("A commit that fails leaves no files")
  func failedCommit() throws {
    // A violation that is found by the commit.
    try library.fixture.connection().execute(
      """
      CREATE TABLE targets (id INTEGER PRIMARY KEY);
      CREATE TABLE sources (id INTEGER REFERENCES targets (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER violation AFTER INSERT ON ZPERSON BEGIN INSERT INTO sources VALUES (1); END
      """)
    let file = StoreFile(library.fixture.path)
    let connection = try file.connectionForWriting()
    try connection.execute("PRAGMA foreign_keys = ON")
    let writer = try SQLiteWriter(
      connection, checkpointer: Checkpointer(file), layout: library.store.layout)
    #expect(throws: SQLiteError.self) {
      try writer.transaction(.normal) { transaction in
        _ = try transaction.insert(ExternalFixture.person(1, avatar: ExternalFixture.data(1)))
      }
    }
    #expect(try library.files().isEmpty)
    #expect(try library.people().isEmpty)
  }

  @Test("A file stays when other columns are written, and when the same data are written again")
  func same() throws {
    let data = ExternalFixture.data(1)
    try library.writer.insert([ExternalFixture.person(1, avatar: data)])
    let files = try library.files()
    try library.update(ExternalFixture.person(1, avatar: data, name: "a", version: 1), slots: [0])
    #expect(try library.files() == files)
    try library.update(ExternalFixture.person(1, avatar: data, name: "b", version: 2), slots: [0, 1])
    #expect(try library.files() == files)
    #expect(try library.people() == [ExternalFixture.person(1, avatar: data, name: "b", version: 3)])
  }

  @Test("A deleted row takes its file along, a row that was not deleted does not")
  func deleting() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let id = ManagedObjectID(entity: 1, key: 1)
    #expect(try library.writer.transaction(.full) { try $0.delete(id, version: 9) } == .stale)
    #expect(try library.files().count == 1)
    #expect(try library.writer.transaction(.full) { try $0.delete(id, version: 1) } == .done)
    #expect(try library.files().isEmpty)
  }

  @Test("A transaction that is rolled back leaves the files that were there, and no other")
  func rollback() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let files = try library.files()
    let rows = try library.people()
    #expect(throws: Stop.self) {
      try library.writer.transaction(.full) { transaction in
        _ = try transaction.insert(ExternalFixture.person(2, avatar: ExternalFixture.data(2)))
        _ = try transaction.update(
          ExternalFixture.person(1, avatar: ExternalFixture.data(3), version: 1), slots: [1])
        _ = try transaction.delete(ManagedObjectID(entity: 1, key: 2), version: nil)
        #expect(try library.files().count == 3)
        throw Stop()
      }
    }
    #expect(try library.files() == files)
    #expect(try library.people() == rows)
  }

  @Test("A row that is stale or a duplicate leaves no file, and keeps the one it has")
  func refusedRows() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let files = try library.files()
    try library.writer.transaction(.normal) { transaction in
      let stale = ExternalFixture.person(1, avatar: ExternalFixture.data(2), version: 7)
      let outcome = try transaction.update(stale, slots: [1])
      #expect(outcome == .stale)
      let duplicate = ExternalFixture.person(2, avatar: ExternalFixture.data(2), name: "name 1")
      let second = try transaction.insert(duplicate)
      #expect(second == .duplicate)
      let taken = ExternalFixture.person(1, avatar: ExternalFixture.data(2), name: "other")
      #expect(throws: DuplicateKeyError.self) { try transaction.insert(taken) }
    }
    #expect(try library.files() == files)
    #expect(try library.people().map(\.values[1]) == [.data(ExternalFixture.data(1))])
  }

  @Test("The file of a row that changed stays while a reader sees the row as it was")
  func olderReader() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let old = try library.files()
    // Another connection, as of another process.
    let connection = try library.store.readingConnection()
    try connection.snapshot {
      let id = ManagedObjectID(entity: 1, key: 1)
      _ = try connection.integer("SELECT count(*) FROM ZPERSON")
      try library.update(ExternalFixture.person(1, avatar: ExternalFixture.data(2), version: 1))
      #expect(try Set(library.files()).isSuperset(of: old))
      #expect(try library.store.removeOrphanedFiles().isEmpty)
      let row = try connection.rows([id], layout: library.store.layout).first
      #expect(row?.values[1] == .data(ExternalFixture.data(1)))
      #expect(try library.people().map(\.values[1]) == [.data(ExternalFixture.data(2))])
    }
    try library.update(ExternalFixture.person(1, avatar: nil, name: "x", version: 2), slots: [0])
    let files = try library.files()
    #expect(files.count == 1 && files != old)
  }

  @Test("Files of a process that died are found, and removed when that is asked for")
  func orphans() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let kept = try library.files()
    let orphan = UUID().uuidString
    try ExternalFixture.data(9).write(to: library.folder.appending(path: orphan))
    let check = try library.store.check()
    #expect(check.orphanedFiles == [orphan] && check.missingFiles.isEmpty && check.isSound)
    try library.writer.transaction(.normal) { transaction in
      // What a transaction under way has written is of no other connection.
      _ = try transaction.insert(ExternalFixture.person(2, avatar: nil))
    }
    #expect(try library.store.removeOrphanedFiles() == [orphan])
    #expect(try library.files() == kept)
    #expect(try library.store.check().orphanedFiles.isEmpty)
  }

  @Test("Without files, no binary values are read to find orphans")
  func noFiles() throws {
    try library.writer.insert([ExternalFixture.person(1, avatar: Data([2, 1]))])
    let statements = Mutex<[String]>([])
    let store = try SQLiteStore(
      path: library.fixture.path, model: library.fixture.model,
      trace: SQLTrace { event in statements.withLock { $0.append(event.statement) } })
    #expect(try store.removeOrphanedFiles() == [])
    let isReading = statements.withLock { $0.contains { $0.contains("ZAVATAR") && $0.contains("substr") } }
    #expect(!isReading)
  }

  @Test("Files are not removed where another store of that name may need them")
  func sharedFolder() throws {
    let other = library.fixture.folder.appending(path: "library.db").path
    _ = try SQLiteStore(path: other, model: library.fixture.model)
    let error = #expect(throws: StoreError.self) { try library.store.removeOrphanedFiles() }
    #expect(error?.description.hasSuffix("files in it may belong to \(other)") == true)
  }
}
