import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("A file that several have open")
struct SharingTests {
  @Test("Two stores on one file never reserve the same key")
  func reservations() async throws {
    let fixture = try StoreFixture()
    let stores = [try fixture.store(), try fixture.store()]
    let keys = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for store in stores {
        group.addTask {
          let writer = try store.makeWriter()
          return try (0..<100).flatMap { try Array(writer.reserveKeys($0 % 5, entity: StoreFixture.photo)) }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(keys.count == 400)
    #expect(keys.sorted() == Array(1...400))
  }

  @Test("Two stores that write take turns, and both see everything")
  func turns() async throws {
    let fixture = try StoreFixture()
    let stores = [try fixture.store(), try fixture.store()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (offset, store) in stores.enumerated() {
        group.addTask {
          let writer = try store.makeWriter()
          for key in 0..<50 { try writer.insert([StoreFixture.row(Int64(key * 2 + offset))]) }
        }
      }
      try await group.waitForAll()
    }
    for store in stores {
      #expect(try store.makeReader().count(StoreQuery(entity: StoreFixture.photo)) == 100)
    }
    #expect(try stores[0].check().isSound)
  }

  @Test("Many who make one store at the same moment all get the same one")
  func creation() async throws {
    let fixture = try StoreFixture()
    let (path, model) = (fixture.path, fixture.model)
    let identifiers = try await withThrowingTaskGroup(of: UUID.self) { group in
      for _ in 0..<8 { group.addTask { try SQLiteStore(path: path, model: model).identifier } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(identifiers.count == 1)
    #expect(try fixture.files().keys.filter { $0.count > "library.sqlite-wal".count }.isEmpty)
  }

  @Test("A file and log copied in the middle of a transaction open with every commit and nothing more")
  func killed() throws {
    let fixture = try StoreFixture()
    let copy = try StoreFixture()
    let layout = try fixture.store().layout
    let file = StoreFile(fixture.path)
    let connection = try file.connectionForWriting()
    // So small that the transaction spills into the log before its commit.
    try connection.execute("PRAGMA cache_size = 10")
    let writer = try SQLiteWriter(
      connection, checkpointer: Checkpointer(file), layout: layout)
    try writer.insert((1...300).map { StoreFixture.row($0) })
    let committed = file.size("-wal") ?? 0
    try writer.transaction(.full) { transaction in
      for key in Int64(301)...1_200 { _ = try transaction.insert(StoreFixture.row(key)) }
      for (name, data) in try fixture.files() where !name.hasSuffix("-shm") {
        try data.write(to: copy.folder.appending(path: name))
      }
    }
    #expect(try copy.files()["library.sqlite-wal"]?.count ?? 0 > committed)
    let store = try copy.store()
    #expect(
      try store.makeReader().fetchIDs(StoreQuery(entity: StoreFixture.photo)).map(\.key) == Array(1...300))
    #expect(try store.check().isSound)
    #expect(try store.makeWriter().reserveKeys(1, entity: StoreFixture.photo) == 301..<302)
  }

  @Test("The first reader or writer takes the connection that prepared the file")
  func connections() throws {
    let fixture = try StoreFixture()
    func connections() throws -> Int {
      let folder = "/proc/self/fd/"
      return try FileManager.default.contentsOfDirectory(atPath: folder).count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)) == fixture.path
      }
    }
    _ = try fixture.store()
    #expect(try connections() == 0)
    try withExtendedLifetime(try fixture.store()) { store in
      #expect(try connections() == 1)
      try withExtendedLifetime(try store.makeWriter()) { _ in
        #expect(try connections() == 1)
        let reader = try store.makeReader()
        #expect(try connections() == 2)
        withExtendedLifetime(reader) {}
      }
      #expect(try connections() == 0)
    }
  }

  @Test("The log is copied into the file behind the writer")
  func checkpoints() throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    let checkpointer = Checkpointer(StoreFile(fixture.path))
    let writer = try store.makeWriter()
    try writer.insert((1...500).map { StoreFixture.row($0) })
    let before = StoreFile(fixture.path).size() ?? 0
    checkpointer.copy()
    checkpointer.finish()
    #expect(StoreFile(fixture.path).size() ?? 0 > before)
    #expect(try store.makeReader().count(StoreQuery(entity: StoreFixture.photo)) == 500)
  }

  @Test("A writer has its log copied when it has grown, and keeps promises of durability")
  func writerTendsLog() throws {
    let fixture = try StoreFixture()
    let layout = try fixture.store().layout
    let file = StoreFile(fixture.path)
    let connection = try file.connectionForWriting()
    let checkpointer = Checkpointer(file)
    let writer = try SQLiteWriter(connection, checkpointer: checkpointer, layout: layout)
    let before = file.size() ?? 0
    let title = String(repeating: "x", count: Checkpointer.mark * 4096)
    try writer.insert([StoreFixture.row(1, title: title)])
    checkpointer.finish()
    #expect(file.size() ?? 0 > before + Checkpointer.mark * 4096)
    #expect(try connection.integer("PRAGMA synchronous") == 1)
    try writer.transaction(.full) { _ = try $0.delete(StoreFixture.row(1).id, version: nil) }
    #expect(try connection.integer("PRAGMA synchronous") == 2)
  }

  @Test("Restarting the log lets the next commit write from its beginning")
  func restart() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let connection = try fixture.connection()
    connection.keepLog()
    try connection.run(
      "INSERT INTO ZPHOTO (ZTITLE) VALUES (?)", [.string(String(repeating: "x", count: 400_000))])
    #expect(connection.logPages > 90)
    #expect(try connection.checkpoint(.restart))
    #expect(connection.logPages == 0)
    try connection.run("INSERT INTO ZPHOTO (ZTITLE) VALUES (?)", [.string("y")])
    #expect(connection.logPages > 0 && connection.logPages < 10)
  }
}
