import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Pragmas")
struct PragmaTests {
  @Test("Pragmas by name are those of the properties")
  func names() throws {
    let pragmas = try SQLitePragmas([
      "cache_size": "-2000", "MMAP_SIZE": "1048576", "journal_size_limit": "4096",
    ])
    #expect(
      pragmas == SQLitePragmas(cacheSize: 2_000, memoryMapSize: 1_048_576, journalSizeLimit: 4_096))
  }

  @Test("Other pragmas and other values are refused with a sentence")
  func refusals() {
    #expect(throws: SQLitePragmaError.notAllowed(pragma: "journal_mode")) {
      try SQLitePragmas(["journal_mode": "OFF"])
    }
    for (pragma, value) in [
      ("cache_size", "5"), ("mmap_size", "-1"), ("journal_size_limit", "1; DROP TABLE a"),
    ] {
      let error = #expect(throws: SQLitePragmaError.self) { try SQLitePragmas([pragma: value]) }
      #expect(error?.description.contains(value) == true)
    }
  }

  @Test("Readers have the settings, also of a read-only store", arguments: [true, false])
  func connections(isReadOnly: Bool) throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let store = try SQLiteStore(
      path: fixture.path, model: fixture.model, options: StoreOptions(isReadOnly: isReadOnly),
      pragmas: SQLitePragmas(cacheSize: 1_234, memoryMapSize: 65_536, journalSizeLimit: 8_192))
    let connection = try store.readingConnection()
    #expect(try connection.integer("PRAGMA cache_size") == -1_234)
    #expect(try connection.integer("PRAGMA mmap_size") == 65_536)
    #expect(try connection.integer("PRAGMA journal_size_limit") == 8_192)
  }
}
