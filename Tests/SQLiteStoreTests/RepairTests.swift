import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Repairing a store")
struct RepairTests {
  private final class Roll: ManagedObject {}
  private final class Frame: ManagedObject {}
  private final class Note: ManagedObject {}

  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture(
      ManagedObjectModel([
        EntityDescription(
          Roll.self,
          attributes: [
            AttributeDescription("name", .string, default: .string("untitled")),
            AttributeDescription("frameCount", .integer64, derived: .count("frames")),
          ],
          relationships: [
            .toMany("frames", "Frame", inverse: "roll", deleteRule: .cascade),
            .toMany("notes", "Note", inverse: "roll", deleteRule: .deny),
          ], fullTextIndex: ["name"]),
        EntityDescription(
          Frame.self, attributes: [AttributeDescription("unique", .string)],
          relationships: [
            .toOne("roll", "Roll", inverse: "frames", isOptional: false),
            .toOne("next", "Frame", inverse: "previous"), .toOne("previous", "Frame", inverse: "next"),
            .toMany("tags", "Note", inverse: "frames"),
          ], unique: [["unique"]]),
        EntityDescription(
          Note.self, attributes: [AttributeDescription("text", .string, isOptional: true)],
          relationships: [
            .toOne("roll", "Roll", inverse: "notes", isOptional: false),
            .toMany("frames", "Frame", inverse: "tags"),
          ]),
      ]))
    store = try fixture.store()
    // Two rolls of three frames; each frame but the last of a roll has a next one, and the first note as a tag.
    try fixture.connection().execute(
      """
      INSERT INTO ZROLL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZFRAMECOUNT) VALUES (1, \(number("Roll")), 1, 'a', 3), \
      (2, \(number("Roll")), 1, 'b', 3);
      INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZROLL) VALUES (1, \(number("Note")), 1, 1);
      UPDATE Z_PRIMARYKEY SET Z_MAX = 20;
      """)
    for key in 1...6 {
      let next = key % 3 == 0 ? "NULL" : "\(key + 1)"
      let previous = key % 3 == 1 ? "NULL" : "\(key - 1)"
      try fixture.connection().execute(
        """
        INSERT INTO ZFRAME (Z_PK, Z_ENT, Z_OPT, ZUNIQUE, ZROLL, ZNEXT, ZPREVIOUS) \
        VALUES (\(key), \(number("Frame")), 1, 'u\(key)', \(key / 4 + 1), \(next), \(previous));
        INSERT INTO \(join.table) (\(join.columns[0]), \(join.columns[1])) \
        VALUES (\(joinsFrameFirst ? key : 1), \(joinsFrameFirst ? 1 : key))
        """)
    }
  }

  private func number(_ entity: String) throws -> EntityNumber {
    try #require(fixture.model.number(ofEntity: entity))
  }

  private var join: EntityLayout {
    get throws { try #require(store.layout.entities.first { $0.isLink }) }
  }

  /// A Boolean value that indicates whether the first column of the join table refers to frames.
  private var joinsFrameFirst: Bool {
    get throws { try join.types[0] == .reference(to: "Frame", in: fixture.model) }
  }

  private func numbers(_ sql: String) throws -> [Int64] {
    var numbers: [Int64] = []
    try fixture.connection().forEachRow(sql) { numbers.append($0.integer(0)) }
    return numbers
  }

  @Test("A sound store is left as it is, but for the contents of its full-text indexes")
  func sound() throws {
    #expect(try store.check().isSound)
    let repair = try store.repair()
    #expect(repair.remaining.isSound)
    #expect(repair.repaired == ["the full-text indexes were made again"])
    #expect(try numbers("SELECT Z_OPT FROM ZFRAME") == [1, 1, 1, 1, 1, 1])
  }

  @Test("Optional references to missing rows become empty, and the rows are new versions")
  func optionalReferences() throws {
    try fixture.connection().execute("UPDATE ZFRAME SET ZNEXT = 77 WHERE Z_PK IN (3, 6)")
    #expect(try !store.check().isSound)
    let repair = try store.repair()
    #expect(repair.remaining.isSound)
    #expect(repair.repaired.contains("2 references Frame.next to missing rows are empty now"))
    #expect(try numbers("SELECT Z_PK FROM ZFRAME WHERE ZNEXT IS NULL AND Z_OPT = 2") == [3, 6])
  }

  @Test("Rows without a required destination go where its deletion cascades, and what refers to them follows")
  func cascades() throws {
    try fixture.connection().execute("DELETE FROM ZROLL WHERE Z_PK = 2")
    #expect(try !store.check().isSound)
    let repair = try store.repair()
    #expect(repair.remaining.isSound)
    #expect(
      repair.repaired.contains("3 Frame were deleted, which a missing Frame.roll would have deleted"))
    #expect(try numbers("SELECT Z_PK FROM ZFRAME") == [1, 2, 3])
    #expect(try numbers("SELECT count(*) FROM \(join.table)") == [3])
  }

  @Test("Rows without a required destination stay where its deletion is denied, and the problem is named")
  func denied() throws {
    try fixture.connection().execute("UPDATE ZNOTE SET ZROLL = 9")
    let repair = try store.repair()
    #expect(repair.remaining.orphans.map(\.relationship) == ["roll"])
    #expect(try numbers("SELECT ZROLL FROM ZNOTE") == [9])
  }

  @Test("Rows of join tables without a destination are deleted")
  func joinRows() throws {
    let columns = try join.columns
    try fixture.connection().execute(
      "INSERT INTO \(join.table) (\(columns[0]), \(columns[1])) VALUES (55, 56)")
    #expect(try !store.check().isSound)
    #expect(try store.repair().remaining.isSound)
    #expect(try numbers("SELECT count(*) FROM \(join.table)") == [6])
  }

  @Test(
    "Highest keys are corrected",
    arguments: [
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Frame'",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 'x' WHERE Z_NAME = 'Frame'",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = -5 WHERE Z_NAME = 'Frame'",
      "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Frame'",
    ])
  func keys(damage: String) throws {
    try fixture.connection().execute(damage)
    #expect(try !store.check().isSound)
    #expect(try store.repair().remaining.isSound)
    #expect(try numbers("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Frame'") == [6])
    #expect(try store.makeWriter().reserveKeys(1, entity: number("Frame")).lowerBound == 7)
  }

  @Test("Required values get their default, and derived values are computed")
  func values() throws {
    try fixture.connection().execute("UPDATE ZROLL SET ZNAME = NULL, ZFRAMECOUNT = 99 WHERE Z_PK = 1")
    #expect(try !store.check().isSound)
    let repair = try store.repair()
    #expect(repair.remaining.isSound)
    #expect(repair.repaired.contains("1 Roll have the default of name now"))
    #expect(repair.repaired.contains("1 rows have new values of derived attributes"))
    #expect(try numbers("SELECT ZFRAMECOUNT FROM ZROLL") == [3, 3])
    #expect(try fixture.connection().texts("SELECT ZNAME FROM ZROLL") == ["untitled", "b"])
  }

  @Test("Indexes that miss rows are built again")
  func indexes() throws {
    let name = try #require(
      fixture.connection().texts(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%UNIQUE%'"
      ).first)
    let connection = try fixture.connection()
    // Without its entry, an index does not know a row that is written while it seems to be none.
    let sql = try #require(connection.texts("SELECT sql FROM sqlite_master WHERE name = '\(name)'").first)
    let partial = sql + " WHERE Z_PK > 1"
    try connection.execute("DROP INDEX \(name); \(partial); PRAGMA writable_schema = ON")
    try connection.run("UPDATE sqlite_master SET sql = ? WHERE name = ?", [.string(sql), .string(name)])
    try connection.execute("PRAGMA writable_schema = RESET")
    #expect(try !store.check().damage.isEmpty)
    let repair = try store.repair()
    #expect(repair.remaining.isSound)
    #expect(repair.repaired.contains { $0.hasSuffix("faults of indexes were repaired") })
  }

  @Test("A full-text index without its triggers finds all rows again")
  func textIndex() throws {
    let connection = try fixture.connection()
    for name in try connection.texts("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
      try connection.execute("DROP TRIGGER \(name)")
    }
    try connection.execute("UPDATE ZROLL SET ZNAME = 'zebra' WHERE Z_PK = 2")
    #expect(try !store.check().isSound)
    #expect(try store.repair().remaining.isSound)
    let query = StoreQuery(
      entity: try number("Roll"), predicate: .comparison(.init("name", .contains, .value(.string("zebra")))))
    #expect(try store.makeReader().fetchIDs(query).map(\.key) == [2])
  }

  @Test("Damage of pages remains, is named, and no row is changed")
  func pages() throws {
    let page = try #require(numbers("SELECT rootpage FROM sqlite_master WHERE name = 'ZFRAME'").first)
    let connection = try fixture.connection()
    try connection.execute("UPDATE ZROLL SET ZFRAMECOUNT = 99")
    // The page must not be in the log, which is read first.
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
    try handle.seek(toOffset: UInt64(page - 1) * 4_096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
    try handle.close()
    let repair = try store.repair()
    #expect(!repair.remaining.damage.isEmpty && repair.repaired.isEmpty)
    #expect(try numbers("SELECT ZFRAMECOUNT FROM ZROLL") == [99, 99])
  }

  @Test("Rows of other sub-entities get no derived values")
  func subentities() throws {
    let fixture = try StoreFixture(
      ManagedObjectModel([
        EntityDescription(nil, name: "Animal", attributes: [.init("name", .string, isOptional: true)]),
        EntityDescription(nil, name: "Cat", parent: "Animal", attributes: []),
        EntityDescription(
          nil, name: "Dog", parent: "Animal",
          attributes: [.init("key", .string, isOptional: true, derived: .lowercase("name"))]),
      ]))
    let store = try fixture.store()
    func id(_ entity: String, _ key: Int64) throws -> ManagedObjectID {
      ManagedObjectID(entity: try #require(fixture.model.number(ofEntity: entity)), key: key)
    }
    try store.makeWriter().insert([
      Row(id: id("Animal", 1), version: 0, values: [.string("A")]),
      Row(id: id("Cat", 2), version: 0, values: [.string("C")]),
      Row(id: id("Dog", 3), version: 0, values: [.string("D"), .null]),
    ])
    #expect(try store.repair().repaired == ["1 rows have new values of derived attributes"])
    #expect(try fixture.connection().texts("SELECT Z_OPT FROM ZANIMAL ORDER BY Z_PK") == ["1", "1", "2"])
    #expect(try store.repair().repaired == [])
  }

  @Test("Files of rows with the number of another entity stay")
  func foreignNumber() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let files = try library.files()
    try library.fixture.connection().execute("UPDATE ZPERSON SET Z_ENT = NULL")
    #expect(try library.store.check().orphanedFiles.isEmpty)
    _ = try library.store.repair()
    #expect(try library.store.removeOrphanedFiles() == [] && library.files() == files)
  }

  @Test("An entry with another name keeps the highest key, and the former name in a file of Apple's stays")
  func formerName() throws {
    let rename = "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Before' WHERE Z_NAME = "
    try fixture.connection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 90; \(rename) 'Frame'")
    #expect(try store.repair().remaining.isSound)
    #expect(try numbers("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Frame'") == [90])
    let apple = try AppleFixture()
    let store = try apple.store()
    try apple.connection().execute("\(rename) 'Keyword'")
    #expect(try store.check().isSound)
    let before = try apple.rows("SELECT Z_NAME || Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    _ = try store.repair()
    #expect(try apple.rows("SELECT Z_NAME || Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") == before)
  }

  @Test("Data files to which no row refers are removed, and missing ones are named")
  func externalFiles() throws {
    let library = try ExternalFixture()
    try library.writer.insert([ExternalFixture.person(1, avatar: ExternalFixture.data(1))])
    let file = try #require(library.files().first)
    try FileManager.default.moveItem(
      at: library.folder.appending(path: file), to: library.folder.appending(path: UUID().uuidString))
    let repair = try library.store.repair()
    #expect(repair.repaired == ["1 data files to which no row refers were removed"])
    #expect(repair.remaining.missingFiles.map(\.name) == [file] && repair.remaining.orphanedFiles.isEmpty)
  }
}
