import Foundation
import ObjectGraph
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("Files that change while they are opened, or that were left in the middle of a change")
struct ChangedWhileOpeningTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// Runs something once, after the first statement with a text, in place of another program.
  private final class Interruption: Sendable {
    private let isDone = Mutex(false)
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let text: String
    private let body: @Sendable () throws -> Void

    init(after text: String, _ body: @escaping @Sendable () throws -> Void) {
      (self.text, self.body) = (text, body)
    }

    var trace: SQLTrace {
      SQLTrace { event in
        guard event.statement.contains(self.text) else { return }
        let isFirst = self.isDone.withLock { isDone in
          defer { isDone = true }
          return !isDone
        }
        guard isFirst else { return }
        let result = Result { try self.body() }
        self.result.withLock { $0 = result }
      }
    }

    /// Throws if it did not run, or failed.
    func check() throws { try #require(result.withLock { $0 }).get() }
  }

  /// Makes another store with the same model, and returns its path and identifier.
  private func makeOther() throws -> (path: String, identifier: UUID) {
    let path = fixture.folder.appending(path: "other.sqlite").path
    return (path, try SQLiteStore(path: path, model: fixture.model).identifier)
  }

  @Test("A file that was replaced since it was inspected is opened as it is")
  func replaced() throws {
    _ = try fixture.store()
    let (path, other) = (fixture.path, try makeOther())
    let interruption = Interruption(after: "Z_PLIST FROM Z_METADATA") {
      try SQLiteStore.replace(at: path, with: other.path)
    }
    let store = try SQLiteStore(path: path, model: fixture.model, trace: interruption.trace)
    try interruption.check()
    #expect(store.identifier == other.identifier)
    #expect(try store.makeWriter().reserveKeys(1, entity: StoreFixture.photo) == 1..<2)
  }

  @Test("A file that was migrated since it was inspected is refused like any other of that model")
  func migrated() throws {
    _ = try fixture.store()
    let path = fixture.path
    let model = try StoreFixture.libraryModel(
      more: [EntityDescription(Camera.self, attributes: [AttributeDescription("maker", .string)])])
    let interruption = Interruption(after: "Z_PLIST FROM Z_METADATA") {
      _ = try SQLiteStore(path: path, model: model)
    }
    let error = StoreError.otherModel(path: path, reason: "its entity Camera is not in this one")
    #expect(throws: error) {
      try SQLiteStore(path: path, model: fixture.model, trace: interruption.trace)
    }
    try interruption.check()
  }

  @Test("A connection is to the file that has the name after its first read")
  func moved() throws {
    _ = try fixture.store()
    let (path, other) = (fixture.path, try makeOther())
    for isForWriting in [true, false] {
      let copy = other.path + ".copy"
      try FileManager.default.copyItem(atPath: other.path, toPath: copy)
      let interruption = Interruption(after: "count(*) FROM sqlite_master") {
        guard rename(copy, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      }
      let file = StoreFile(path, trace: interruption.trace)
      let connection = try isForWriting ? file.connectionForWriting() : file.connectionForReading()
      try interruption.check()
      #expect(!connection.hasMoved)
      #expect(try StoreMetadata(on: connection)?.identifier == other.identifier)
    }
  }

  @Test("The unfinished transaction of a process that died is never read, and is undone for writing")
  func journal() throws {
    let left = try StoreFixture()
    let title = String(repeating: "x", count: 200)
    try fixture.store().makeWriter().insert((1...1_000).map { StoreFixture.row($0, title: title) })
    let connection = try fixture.connection()
    // So small that the transaction is written into the file before its commit.
    try connection.execute(
      """
      PRAGMA journal_mode = DELETE; PRAGMA cache_size = 10; BEGIN IMMEDIATE;
      UPDATE ZPHOTO SET ZTITLE = 'unfinished'
      """)
    for (name, data) in try fixture.files() { try data.write(to: left.folder.appending(path: name)) }
    try connection.execute("ROLLBACK")
    let before = try left.files()
    #expect(before.keys.sorted() == ["library.sqlite", "library.sqlite-journal"])
    let error = StoreError.cannotRead(
      path: left.path, reason: "a program died while it wrote the file; open it for writing once")
    #expect(throws: error) { try left.store(StoreOptions(isReadOnly: true)) }
    #expect(throws: error) { try SQLiteStore.metadata(at: left.path) }
    #expect(try left.files() == before)
    let store = try left.store()
    let unfinished = StoreQuery(
      entity: StoreFixture.photo, predicate: try FetchPredicate("title == 'unfinished'"))
    #expect(try store.makeReader().count(unfinished) == 0)
    #expect(try store.check().isSound)
  }
}
