import Foundation
import Glibc
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Files that are refused")
struct RefusalTests {
  /// Opens the store and expects `error`, and every file of the folder as it was.
  private func expect(
    _ error: StoreError, from fixture: StoreFixture, _ options: StoreOptions = StoreOptions(),
    model: ManagedObjectModel? = nil
  ) throws {
    let before = try fixture.files()
    #expect(throws: error) { try fixture.store(options, model: model) }
    #expect(try fixture.files() == before)
  }

  @Test(
    "A file that is not SQLite's stays as it is",
    arguments: [
      "", "x", "not a database, but longer than a header is: " + String(repeating: "-", count: 200),
    ])
  func otherFile(text: String) throws {
    let fixture = try StoreFixture()
    try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.path))
    try expect(.notADatabase(path: fixture.path), from: fixture)
  }

  @Test("A file with SQLite's header alone is refused with SQLite's reason")
  func headerOnly() throws {
    let fixture = try StoreFixture()
    let text = "SQLite format 3\0" + String(repeating: "\u{1}", count: 5000)
    try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.path))
    try expect(.notADatabase(path: fixture.path), from: fixture)
  }

  @Test("A database of something else stays as it is", arguments: ["wal", "delete"])
  func otherDatabase(mode: String) throws {
    let fixture = try StoreFixture()
    _ = FileManager.default.createFile(atPath: fixture.path, contents: nil)
    try fixture.connection().execute(
      "PRAGMA journal_mode = \(mode); CREATE TABLE notes (text); INSERT INTO notes VALUES (1)")
    try expect(.notAStore(path: fixture.path), from: fixture)
  }

  @Test("A database of something else that was not closed stays as it is, log included")
  func otherDatabaseInUse() throws {
    let fixture = try StoreFixture()
    _ = FileManager.default.createFile(atPath: fixture.path, contents: nil)
    let connection = try fixture.connection()
    try connection.execute("PRAGMA journal_mode = wal; CREATE TABLE notes (text)")
    let before = try fixture.files()
    #expect(throws: StoreError.notAStore(path: fixture.path)) { try fixture.store() }
    let after = try fixture.files()
    for name in ["library.sqlite", "library.sqlite-wal"] { #expect(after[name] == before[name]) }
    try connection.execute("INSERT INTO notes VALUES (1)")
  }

  @Test("A store of a later version of the application stays as it is")
  func laterApplication() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store(StoreOptions(application: .init(name: "Test", version: 4)))
    let options = StoreOptions(application: .init(name: "Test", version: 3))
    try expect(.newerVersion(path: fixture.path, found: 4, supported: 3), from: fixture, options)
  }

  @Test("A store of an earlier version of the application is marked with this one")
  func earlierApplication() throws {
    let fixture = try StoreFixture()
    let identifier = try fixture.store(StoreOptions(application: .init(name: "Test", version: 3))).identifier
    let later = try fixture.store(StoreOptions(application: .init(name: "Test", version: 4)))
    #expect(later.identifier == identifier)
    let options = StoreOptions(application: .init(name: "Test", version: 3))
    try expect(.newerVersion(path: fixture.path, found: 4, supported: 3), from: fixture, options)
  }

  @Test("A store of a later layout stays as it is")
  func laterLayout() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["ObjectGraphLayoutVersion": 3], format: .binary, options: 0)
    try fixture.connection().run("UPDATE Z_METADATA SET Z_PLIST = ?", [.data(plist)])
    try expect(.newerVersion(path: fixture.path, found: 3, supported: 2), from: fixture)
  }

  /// A property list in XML whose entry is an array in an array, and so on.
  private static func nestedXML(_ depth: Int, remark: String = "") -> Data {
    let (start, end) = (
      String(repeating: "<array>\(remark)", count: depth), String(repeating: "</array>", count: depth)
    )
    return Data("<plist version=\"1.0\"><dict><key>a</key>\(start)\(end)</dict></plist>".utf8)
  }

  /// A binary property list: a dictionary with one entry, an array of `width` references to another one, and so on.
  private static func nestedBinary(_ depth: Int, width: Int = 1) -> Data {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(number >> ($0 * 8) & 0xFF) }
    }
    var list = Array("bplist00".utf8)
    var offsets: [Int] = []
    func add(_ object: [UInt8]) {
      offsets.append(list.count)
      list += object
    }
    add([0xD1] + bytes(1, 4) + bytes(2, 4))
    add([0x51, 0x61])
    for level in 1..<depth { add([0xA0 | UInt8(width)] + (0..<width).flatMap { _ in bytes(level + 2, 4) }) }
    add([0xA0])
    let table = list.count
    list += offsets.flatMap { bytes($0, 4) } + [0, 0, 0, 0, 0, 0, 4, 4]
    return Data(list + bytes(offsets.count, 8) + bytes(0, 8) + bytes(table, 8))
  }

  private static let nested: [String: Data] = [
    "XML": nestedXML(100_000), "XML with remarks": nestedXML(1_000, remark: "<!-- </array> -->"),
    "binary": nestedBinary(100_000), "binary with many references": nestedBinary(30, width: 14),
    "old style": Data(String(repeating: "(", count: 100_000).utf8),
  ]

  @Test(
    "Metadata that are nested without end are refused",
    arguments: ["XML", "XML with remarks", "binary", "binary with many references", "old style"])
  func nestedMetadata(_ name: String) throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let plist = try #require(Self.nested[name])
    try fixture.connection().run("UPDATE Z_METADATA SET Z_PLIST = ?", [.data(plist)])
    try expect(.notAStore(path: fixture.path), from: fixture)
  }

  @Test("Nesting is measured as it is")
  func nesting() {
    #expect(PropertyListShape.isSafe(Self.nestedXML(20)) && PropertyListShape.isSafe(Self.nestedBinary(20)))
    #expect(PropertyListShape.isSafe(Self.nestedBinary(3, width: 14)))
  }

  @Test("A folder that is missing is the caller's to make")
  func missingFolder() throws {
    let fixture = try StoreFixture()
    let path = fixture.folder.appending(path: "none/library.sqlite").path
    #expect(throws: StoreError.cannotCreate(path: path, reason: "No such file or directory")) {
      try SQLiteStore(path: path, model: fixture.model)
    }
  }

  @Test("A store that is to be read only is never made")
  func readOnlyMissing() throws {
    let fixture = try StoreFixture()
    try expect(.notFound(path: fixture.path), from: fixture, StoreOptions(isReadOnly: true))
  }

  @Test("In a folder that cannot be written, a store can be read, not made and not written")
  func protectedFolder() throws {
    let fixture = try StoreFixture()
    try fixture.store().makeWriter().insert([StoreFixture.row(1)])
    chmod(fixture.path, 0o444)
    try ProtectedFolder.with(fixture.folder.path) {
      let before = try fixture.files()
      let error = #expect(throws: StoreError.self) { try fixture.store() }
      guard case .cannotWrite = error else {
        Issue.record("refused with \(String(describing: error))")
        return
      }
      let path = fixture.folder.appending(path: "new.sqlite").path
      #expect(throws: StoreError.cannotCreate(path: path, reason: "Permission denied")) {
        try SQLiteStore(path: path, model: fixture.model)
      }
      let store = try fixture.store(StoreOptions(isReadOnly: true))
      #expect(try store.makeReader().fetch(StoreQuery(entity: StoreFixture.photo)).count == 1)
      #expect(try store.check().isSound)
      #expect(throws: StoreError.readOnly(path: fixture.path)) { try store.makeWriter() }
      #expect(try fixture.files() == before)
    }
  }

  @Test("A store that is read only follows what others write")
  func readOnlyFollows() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store().makeWriter()
    let reader = try fixture.store(StoreOptions(isReadOnly: true)).makeReader()
    #expect(try reader.count(StoreQuery(entity: StoreFixture.photo)) == 0)
    try writer.insert([StoreFixture.row(1)])
    #expect(try reader.count(StoreQuery(entity: StoreFixture.photo)) == 1)
  }
}
