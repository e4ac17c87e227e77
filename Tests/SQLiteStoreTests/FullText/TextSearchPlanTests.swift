import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Plans of searches with a full-text index")
struct TextSearchPlanTests {
  private static let rows: Int64 = 400

  private let fixture: StoreFixture
  private let store: SQLiteStore
  /// Keeps the log, so that readers see what is committed.
  private let writer: SQLiteWriter

  init() throws {
    fixture = try StoreFixture(Notes.model())
    store = try fixture.store()
    writer = try #require(try store.makeWriter() as? SQLiteWriter)
    try writer.insert(
      (1...Self.rows).map { key in
        Notes.row(key, "frequent \(key)", key.isMultiple(of: 100) ? "rare" : key > 390 ? "late" : "cab abc")
      })
    try writer.finishIndexing()
  }

  /// The lines of the plan, with rows above `fewRows` counted as many.
  private func plan(_ query: StoreQuery, fewRows: Int = 20) throws -> [String] {
    let connection = try store.readingConnection()
    let search = try #require(TextIndexSearch(query, layout: store.layout, fewRows: fewRows))
    let (rest, selection) = try search.choose(on: connection)
    let sql = try SQLQuery(query: rest, layout: store.layout, columns: .id, selection: selection)
    var lines: [String] = []
    try connection.forEachRow("EXPLAIN QUERY PLAN " + sql.sql, sql.bindings) { lines.append($0.text(3)) }
    return lines
  }

  private func readsTextIndex(_ plan: [String]) -> Bool { plan.contains { $0.contains("Z_TEXTINDEX_ZNOTE") } }

  @Test("Few rows are looked up by the keys that the full-text index gives", arguments: [nil, 5])
  func rare(limit: Int?) throws {
    let query = Notes.query(Notes.contains("rare"), order: [FetchOrder("title")], limit: limit)
    let plan = try plan(query)
    #expect(plan.first == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "\(plan)")
    #expect(plan.filter { $0.contains("Z_TEXTINDEX_ZNOTE") }.count == 1, "\(plan)")
  }

  @Test("The first of many rows are read in their order, without the full-text index")
  func frequent() throws {
    let query = Notes.query(
      Notes.contains("frequent"), order: [FetchOrder("count", ascending: false)], limit: 5)
    let plan = try plan(query)
    #expect(plan.first == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "\(plan)")
    #expect(!readsTextIndex(plan), "\(plan)")
  }

  @Test(
    "Rows that are not among the first of their order are tested by the keys that the full-text index gives")
  func clustered() throws {
    let query = Notes.query(
      Notes.contains("late"), order: [FetchOrder("title", ascending: false)], limit: 5)
    let plan = try plan(query, fewRows: 3)
    #expect(plan.first == "SCAN t0 USING INDEX Z_Note_title", "\(plan)")
    #expect(readsTextIndex(plan), "\(plan)")
  }

  @Test("Many rows that have the trigrams and not the text are looked up")
  func falseCandidates() throws {
    let query = Notes.query(Notes.contains("cabc"), order: [FetchOrder("title")], limit: 5)
    let plan = try plan(query)
    #expect(plan.first == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "\(plan)")
    #expect(readsTextIndex(plan), "\(plan)")
  }

  @Test("With another condition, many rows are left to the other indexes")
  func otherCondition() throws {
    let other = FetchPredicate.comparison(.init("count", .equal, .value(.integer(3))))
    let plan = try plan(Notes.query(.and([other, Notes.contains("frequent")])))
    #expect(plan.first == "SEARCH t0 USING INDEX Z_Note_count (ZCOUNT=?)", "\(plan)")
  }

  @Test("While most rows are not indexed, all are read")
  func behind() throws {
    try writer.insert((Self.rows + 1...3 * Self.rows).map { Notes.row($0, "next") })
    let plan = try plan(Notes.query(Notes.contains("rare")))
    #expect(!readsTextIndex(plan), "\(plan)")
  }

  @Test(
    "Searches that need no trigram do not use the full-text index",
    arguments: [
      "title CONTAINS[cd] \"ab\"", "NOT title CONTAINS[cd] \"abc\"",
      "title CONTAINS \"abc\" OR count == 1", "title LIKE \"a?b*cd\"", "title == \"abcd\"",
      "title CONTAINS \"a\u{5B4}b\u{5B4}c\"", "title CONTAINS[c] \"日本語日本\"", "title != \"abc\"",
      "title MATCHES \"abc\"", "lowercase:(title) CONTAINS \"abc\"",
    ])
  func unused(format: String) throws {
    #expect(TextIndexSearch(Notes.query(try FetchPredicate(format)), layout: store.layout) == nil)
  }

  @Test(
    "A search uses the full-text index for the short one of two conditions, however long the other one is")
  func longCondition() throws {
    let words = (0..<300).map { Notes.contains("word \($0)") }
    let long = FetchPredicate.or(words)
    #expect(TextIndexSearch(Notes.query(long), layout: store.layout) == nil)
    let plan = try plan(Notes.query(.and([long, Notes.contains("rare")])))
    #expect(readsTextIndex(plan), "\(plan)")
  }

  @Test("A condition that a search has twice leaves as much room for others in the full-text index as one")
  func equalConditions() throws {
    func condition(_ numbers: Range<Int>) -> FetchPredicate {
      // 16 trigrams each.
      .or(numbers.map { Notes.contains("\($0) abcdefghijklmnop") })
    }
    let (first, second) = (condition(0..<5), condition(5..<12))
    let entity = try #require(store.model.entity(named: "Note"))
    let match = TextMatch.required(by: .and([first, first, second]), of: entity)
    #expect(match?.size == 12 * 16)
  }

  @Test(
    "Searches for three characters in sequence use the full-text index",
    arguments: [
      "title CONTAINS[cd] \"ABC\"", "title CONTAINS \"Abc\"", "title BEGINSWITH \"abc\"",
      "title ENDSWITH[c] \"abc\"", "title LIKE \"a*bcd?\"", "title ==[c] \"abc\"", "title CONTAINS \"日本語\"",
      "title CONTAINS \"abc\" AND count == 1", "title CONTAINS \"abc\" OR body CONTAINS \"xyz\"",
      "title CONTAINS \"\\\"ab\"",
    ])
  func used(format: String) throws {
    let query = Notes.query(try FetchPredicate(format))
    #expect(try readsTextIndex(plan(query, fewRows: 2_000)), "\(format)")
  }
}
