import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Copying and replacing files")
struct ReplacingTests {
  private func people(_ path: String) throws -> [Row] {
    let store = try SQLiteStore(path: path, model: ExternalFixture.model())
    #expect(try store.check().isSound)
    return try store.makeReader().fetch(StoreQuery(entity: 1))
  }

  private func path(_ library: ExternalFixture, _ name: String) -> String {
    library.fixture.folder.appending(path: name).path
  }

  @Test("A copy has all committed rows, those in the log as well, and the external data")
  func copying() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let copy = path(library, "copy.sqlite")
    var progress: [StoreProgress] = []
    try SQLiteStore.copy(at: library.fixture.path, to: copy) { progress.append($0) }
    #expect(progress.last?.fraction == 1 && (progress.last?.total ?? 0) > 1)
    // The source goes on without the copy.
    try library.update(ExternalFixture.person(1, avatar: ExternalFixture.data(2), version: 1))
    #expect(try people(copy).map(\.values[1]) == [.data(ExternalFixture.data(1))])
    #expect(try SQLiteStore.metadata(at: copy).identifier == library.store.identifier)
    #expect(throws: StoreError.cannotCreate(path: copy, reason: "there is a file already")) {
      try SQLiteStore.copy(at: library.fixture.path, to: copy)
    }
  }

  @Test("A copy has the files of its rows, and not those of a transaction in progress or files that are gone")
  func neededFiles() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let committed = try library.files()
    // It is listed, and cannot be read any more.
    try FileManager.default.createSymbolicLink(
      atPath: library.folder.appending(path: UUID().uuidString).path, withDestinationPath: "/missing/file")
    let copy = path(library, "copy.sqlite")
    try library.writer.transaction(.normal) { transaction in
      _ = try transaction.insert(ExternalFixture.person(2, avatar: ExternalFixture.data(2)))
      try SQLiteStore.copy(at: library.fixture.path, to: copy)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path(library, ".copy_SUPPORT/_EXTERNAL_DATA"))
        == committed)
    #expect(try people(copy).map(\.values[1]) == [.data(ExternalFixture.data(1))])
  }

  @Test("An error of a copy names the file that cannot be read, or the folder that cannot be made")
  func fileErrors() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let file = library.store.layout.externalData.path(try #require(try library.files().first))
    let copy = path(library, "copy.sqlite")
    try Data().write(to: library.fixture.folder.appending(path: ".copy_SUPPORT"))
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore.copy(at: library.fixture.path, to: copy)
    }
    guard case .cannotWrite(path(library, ".copy_SUPPORT/_EXTERNAL_DATA"), _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: StoreError.cannotRead(path: file, reason: "it is not a regular file")) {
      try SQLiteStore.copy(at: library.fixture.path, to: path(library, "other.sqlite"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: library.fixture.folder.path)
    #expect(!names.contains { $0.hasPrefix("copy.sqlite") || $0.hasPrefix("other.sqlite") })
  }

  @Test("A canceled copy leaves nothing")
  func cancellation() async throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let names = try FileManager.default.contentsOfDirectory(atPath: library.fixture.folder.path).sorted()
    let (source, copy) = (library.fixture.path, path(library, "copy.sqlite"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try SQLiteStore.copy(at: source, to: copy)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: library.fixture.folder.path).sorted() == names)
  }

  @Test("A copy whose external data would be in the folder of the source is refused")
  func sameFolder() throws {
    let library = try ExternalFixture()
    #expect(throws: StoreError.self) {
      try SQLiteStore.copy(at: library.fixture.path, to: path(library, "library.copy"))
    }
    #expect(!FileManager.default.fileExists(atPath: path(library, "library.copy")))
  }

  @Test("A replaced store has the rows and external data of the source, and not its own")
  func replacing() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let other = path(library, "other.sqlite")
    do {
      let store = try SQLiteStore(path: other, model: ExternalFixture.model())
      let identity = StoreIdentity(store.identifier)
      try store.makeWriter().insert([
        Row(
          id: ManagedObjectID(entity: 1, key: 7, in: identity), version: 0,
          values: [.string("old"), .data(ExternalFixture.data(9))])
      ])
    }
    try SQLiteStore.replace(at: other, with: library.fixture.path)
    #expect(try people(other).map(\.values) == [[.string("name 1"), .data(ExternalFixture.data(1))]])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path(library, ".other_SUPPORT/_EXTERNAL_DATA"))
        == library.files())
  }

  @Test("A store that is in use, or whose source is no store, stays as it is")
  func refusals() throws {
    let library = try ExternalFixture()
    let other = path(library, "other.sqlite")
    let store = try SQLiteStore(path: other, model: ExternalFixture.model())
    let reader = try store.makeReader()
    #expect(throws: StoreError.inUse(path: other)) {
      try SQLiteStore.replace(at: other, with: library.fixture.path)
    }
    #expect(try reader.count(StoreQuery(entity: 1)) == 0)
    #expect(throws: StoreError.notFound(path: path(library, "none"))) {
      try SQLiteStore.replace(at: other, with: path(library, "none"))
    }
    #expect(try SQLiteStore.metadata(at: other).identifier == store.identifier)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.fixture.folder.path)
    #expect(!names.contains { $0.hasPrefix("other.sqlite.") })
  }

  /// The ways in which a file of a store can be damaged.
  enum Damage: CaseIterable {
    case header
    case schema
    case zeros
    case emptiness
    case cutHeader
    case shortZeros

    /// Damages a file.
    func apply(to path: String) throws {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      defer { try? file.close() }
      func overwrite(_ range: Range<Int>, _ byte: UInt8) throws {
        try file.seek(toOffset: UInt64(range.lowerBound))
        try file.write(contentsOf: Data(repeating: byte, count: range.count))
      }
      switch self {
      case .header: try overwrite(16..<100, 0xAB)
      case .schema: try overwrite(100..<4_096, 0xAB)
      case .zeros: try overwrite(0..<4_096, 0)
      case .emptiness: try file.truncate(atOffset: 0)
      case .cutHeader: try file.truncate(atOffset: 50)
      case .shortZeros:
        try file.truncate(atOffset: 0)
        try file.truncate(atOffset: 50)
      }
    }
  }

  /// Makes a store with external data beside a library, and damages it.
  private func damagedStore(_ damage: Damage, beside library: ExternalFixture) throws -> String {
    let path = path(library, "other.sqlite")
    do {
      let store = try SQLiteStore(path: path, model: ExternalFixture.model())
      try store.makeWriter().insert([
        Row(
          id: ManagedObjectID(entity: 1, key: 7, in: StoreIdentity(store.identifier)), version: 0,
          values: [.string("old"), .data(ExternalFixture.data(9))])
      ])
    }
    try damage.apply(to: path)
    #expect(throws: StoreError.self) { try SQLiteStore(path: path, model: ExternalFixture.model()) }
    return path
  }

  @Test("A damaged store is replaced, and nothing of it stays", arguments: Damage.allCases)
  func damaged(_ damage: Damage) throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let other = try damagedStore(damage, beside: library)
    // A new file with the log of the old one would be read with it.
    try Data("log".utf8).write(to: URL(filePath: other + "-wal"))
    try SQLiteStore.replace(at: other, with: library.fixture.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.fixture.folder.path)
    #expect(names.filter { $0.contains("other.sqlite") } == ["other.sqlite"])
    #expect(try people(other).map(\.values) == [[.string("name 1"), .data(ExternalFixture.data(1))]])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path(library, ".other_SUPPORT/_EXTERNAL_DATA"))
        == library.files())
  }

  @Test("A damaged store stays as it is, with its log, if the copy is canceled", arguments: Damage.allCases)
  func damagedAndCanceled(_ damage: Damage) async throws {
    let library = try ExternalFixture()
    let other = try damagedStore(damage, beside: library)
    try Data("log".utf8).write(to: URL(filePath: other + "-wal"))
    let (source, folder) = (library.fixture.path, library.fixture.folder.path)
    func files() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(filePath: other + $0)) }
    }
    // SQLite makes the index of a log to read it.
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix("-shm") }.sorted()
    }
    let (before, namesBefore) = (try files(), try names())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try SQLiteStore.replace(at: other, with: source)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try files() == before)
    #expect(try names() == namesBefore)
  }

  @Test("A file that cannot be replaced keeps the files of SQLite beside it")
  func missingReplacement() throws {
    let fixture = try StoreFixture()
    for suffix in ["", "-wal"] { try Data(suffix.utf8).write(to: URL(filePath: fixture.path + suffix)) }
    let contents = try fixture.files()
    #expect(StoreFile(fixture.path).replace(by: fixture.path + ".missing") == ENOENT)
    #expect(try fixture.files() == contents)
  }

  @Test("A damaged store that is open is not replaced")
  func damagedInUse() throws {
    let library = try ExternalFixture()
    let other = path(library, "other.sqlite")
    let reader = try SQLiteStore(path: other, model: ExternalFixture.model()).makeReader()
    try Damage.header.apply(to: other)
    let contents = try Data(contentsOf: URL(filePath: other))
    #expect(throws: StoreError.inUse(path: other)) {
      try SQLiteStore.replace(at: other, with: library.fixture.path)
    }
    #expect(try Data(contentsOf: URL(filePath: other)) == contents)
    withExtendedLifetime(reader) {}
  }

  @Test(
    "A file of another kind is not replaced",
    arguments: ["text", "text" + String(repeating: "text ", count: 40), "SQLite is small", "\0text"])
  func otherKind(content: String) throws {
    let library = try ExternalFixture()
    let other = path(library, "other.sqlite")
    let text = Data(content.utf8)
    try text.write(to: URL(filePath: other))
    #expect(throws: StoreError.notADatabase(path: other)) {
      try SQLiteStore.replace(at: other, with: library.fixture.path)
    }
    #expect(try Data(contentsOf: URL(filePath: other)) == text)
  }

  @Test("A store that keeps its name has its write-ahead log again after it was in exclusive use")
  func journalMode() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let file = StoreFile(fixture.path)
    #expect(try file.withExclusiveUse { EACCES } == EACCES)
    guard case .database(hasLog: true) = try file.kind() else {
      Issue.record("the file has no write-ahead log")
      return
    }
  }

  @Test("Where there is no store, replacing creates it")
  func creating() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: nil)])
    let other = path(library, "other.sqlite")
    try SQLiteStore.replace(at: other, with: library.fixture.path)
    #expect(try people(other).count == 1)
  }
}
