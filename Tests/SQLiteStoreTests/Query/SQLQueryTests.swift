import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A query as SQL")
struct SQLQueryTests {
  private func query(_ format: String?, _ arguments: [any FetchArgument] = [], _ order: [FetchOrder] = [])
    throws
    -> StoreQuery
  {
    StoreQuery(
      entity: Tree.leaf, predicate: try format.map { try FetchPredicate($0, arguments: arguments) },
      order: order)
  }

  private func sql(_ query: StoreQuery) throws -> SQLQuery {
    try SQLQuery(
      query: query,
      layout: StoreLayout(Tree.model(), externalData: ExternalDataFolder(store: "/tmp/none.sqlite")),
      columns: .id)
  }

  @Test("An order by plain ascending columns is read from the index, without sorting")
  func orderFromIndex() throws {
    let tree = try TreeStore([])
    for (format, index) in [(nil, "Z_Leaf_title"), ("title == \"x\"", "Z_Leaf_title")] as [(String?, String)]
    {
      let plan = try tree.plan(query(format, [], [FetchOrder("title")]))
      #expect(
        plan.contains { $0.contains("USING INDEX \(index)") || $0.contains("INDEX \(index)") }, "\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
  }

  @Test("IDs with what an index holds are read from the index alone")
  func idsFromIndex() throws {
    let tree = try TreeStore([])
    let list = try query(nil, [], [FetchOrder("title")])
    for columns in [SQLQuery.Columns.id, .paths(["title"])] {
      let plan = try tree.plan(list, columns)
      #expect(plan == ["SCAN t0 USING COVERING INDEX Z_Leaf_title"], "\(plan)")
    }
  }

  @Test(
    "A comparison with an indexed column looks into the index",
    arguments: [
      "title == \"x\"", "title == NIL", "count BETWEEN {1, 2}", "count IN {1, 2}",
      "title IN {\"a\", \"b\"}", "branch == %@", "branch IN %@ AND flag == YES", "SELF IN {}", "SELF == %@",
    ])
  func comparisonFromIndex(format: String) throws {
    let tree = try TreeStore([])
    let id = ManagedObjectID(entity: format.hasPrefix("SELF") ? Tree.leaf : Tree.branch, key: 1)
    let argument: any FetchArgument = format.contains("IN %@") ? [id] : id
    let plan = try tree.plan(query(format, format.contains("%@") ? [argument] : []))
    #expect(plan.first?.hasPrefix("SEARCH") == true || format == "SELF IN {}", "\(plan)")
  }

  @Test("Quantifiers and counts look up the members by the index of the relationship")
  func membersFromIndex() throws {
    let tree = try TreeStore([])
    for format in ["ANY branch.leaves.flag == YES", "branch.leaves.@count > 1"] {
      let plan = try tree.plan(query(format))
      #expect(plan.contains { $0.contains("ZLEAF_ZBRANCH_INDEX") }, "\(plan)")
    }
  }

  @Test("Queries that differ in values only are one text")
  func oneShape() throws {
    let pairs: [([any FetchArgument], [any FetchArgument])] = [
      (["a"], ["b"]), (["a"], [PropertyValue.null]),
    ]
    for (left, right) in pairs {
      let format = "title == %@ OR NOT title CONTAINS[cd] \"x\""
      #expect(try sql(query(format, left)).sql == sql(query(format, right)).sql)
    }
    let numbers = try (1...40).map { try sql(query("count IN %@", [Array(0..<$0)])).sql }
    #expect(Set(numbers).count == 1)
    let texts = try (1...40).map { try sql(query("title IN %@", [(0..<$0).map { "\($0)" }])).sql }
    #expect(Set(texts).count == 7)
  }

  @Test("A path is joined once, however often it is used")
  func oneJoin() throws {
    let order = [FetchOrder("branch.name"), FetchOrder("branch.parent.name")]
    let text = try sql(query("branch.name == \"a\" AND branch.rank > 1", [], order)).sql
    #expect(text.components(separatedBy: "LEFT JOIN").count == 3)
  }

  @Test("Predicates as deep as they may be, and lists as long as they may be, are taken by SQLite")
  func limits() throws {
    let tree = try TreeStore([])
    let leaf = try FetchPredicate("title LIKE[cd] \"x*\"")
    let many = try FetchPredicate("NONE branch.leaves.title CONTAINS[cd] \"x\"")
    var deep = many
    for level in 1..<(FetchPredicate.depthLimit) {
      deep = level.isMultiple(of: 2) ? .and([leaf, deep, leaf]) : .or([leaf, deep, leaf])
    }
    let wide = FetchPredicate.or(Array(repeating: .and([leaf, leaf]), count: 10_000))
    let list = try FetchPredicate("title IN %@", (0..<16_384).map { "\($0)" })
    let numbers = try FetchPredicate("count IN %@", Array(0..<200_000))
    let texts = try FetchPredicate("title IN %@", (0..<200_000).map { "\($0)" })
    for predicate in [deep, .not(many) && list, wide, numbers, texts] {
      #expect(try tree.reader.count(StoreQuery(entity: Tree.leaf, predicate: predicate, limit: 1)) == 0)
    }
  }

  /// Expressions of one more level around another.
  private static let levels: [@Sendable (FetchExpression, Int) -> FetchExpression] = [
    { inner, _ in .arithmetic(.add, .value(.integer(1)), inner) },
    { inner, _ in .arithmetic(.power, inner, .path("count")) },
    { inner, _ in .function(.modulus, [.path("count"), inner]) },
    { inner, _ in .function(.sum, [.path("count"), .path("size"), inner]) },
    { inner, _ in .conditional(.comparison(.init("count", .greater, inner)), .path("count"), .value(.null)) },
    { inner, _ in .conditional(.comparison(.init("count", .greater, .path("size"))), inner, .path("count")) },
    { inner, _ in .conditional(.constant(true), .path("count"), inner) },
    { inner, level in
      .function(
        .count,
        [
          .subquery(
            .init(
              "branch.leaves", "m\(level)",
              where: .comparison(.init("count", .equal, .path("$m\(level).size")))
                || .comparison(.init(.value(.integer(1)), .less, inner))))
        ])
    },
  ]

  @Test("Expressions as deep as they may be are taken by SQLite", arguments: levels.indices)
  func deepExpressions(kind: Int) throws {
    let tree = try TreeStore([])
    let entity = tree.fixture.model[Tree.leaf]
    for (predicates, isNegated) in [(0, false), (0, true), (20, false), (40, true)] {
      var deepest = FetchPredicate.constant(true)
      var expression = FetchExpression.path("count")
      for level in 1... {
        expression = Self.levels[kind](expression, level)
        var predicate = FetchPredicate.comparison(.init(.path("size"), .lessOrEqual, expression))
        for _ in 0..<predicates { predicate = .or([.not(.constant(true)), predicate]) }
        if isNegated { predicate = .not(predicate) }
        do { try predicate.validate(for: entity, in: tree.fixture.model) } catch { break }
        deepest = predicate
      }
      #expect(deepest != .constant(true))
      #expect(try tree.reader.count(StoreQuery(entity: Tree.leaf, predicate: deepest)) == 0)
    }
  }

  @Test("A text is found by a list of any length, whatever it holds")
  func textsInLists() throws {
    let odd = ["", "\"", "\\", "a/b", "\u{1}\n", "e\u{301}", "\u{1F30A}", "\u{2028}", "a\0b", "0", "[1]"]
    let tree = try TreeStore(
      odd.enumerated().map { index, title in
        let values = [.string(title)] + [PropertyValue](repeating: .null, count: 10)
        return Row(id: ManagedObjectID(entity: Tree.leaf, key: Int64(index + 1)), version: 0, values: values)
      })
    for (index, title) in odd.enumerated() {
      for count in [0, 2_000] {
        let list = [title] + (0..<count).map { "other \($0)" }
        let ids = try tree.reader.fetchIDs(
          StoreQuery(entity: Tree.leaf, predicate: try FetchPredicate("title IN %@", list)))
        #expect(ids.map(\.key) == [Int64(index + 1)], "\(title.debugDescription) of \(count + 1)")
      }
    }
  }

  @Test("What no store could take is refused with a sentence")
  func refusals() throws {
    let tree = try TreeStore([])
    var deep = FetchPredicate.constant(true)
    for _ in 0..<FetchPredicate.depthLimit { deep = .and([deep, deep]) }
    let long = try FetchPredicate("size IN %@", (0..<16_385).map { Double($0) / 2 })
    let wide = FetchPredicate.or(try (0..<40_000).map { try FetchPredicate("title == %d", $0) })
    for (predicate, error) in [
      (deep, FetchError.tooDeep(limit: FetchPredicate.depthLimit)),
      (long, .tooLarge(what: "values in a list", limit: 16_384)),
      (
        try FetchPredicate("title == %@", 1),
        .wrongType(path: "title", expected: "text", found: "1")
      ),
    ] {
      #expect(throws: error) { try tree.reader.count(StoreQuery(entity: Tree.leaf, predicate: predicate)) }
    }
    #expect(throws: FetchError.self) { try tree.reader.fetch(StoreQuery(entity: Tree.leaf, predicate: wide)) }
  }

  @Test("The values at the ends of paths come back with their types")
  func paths() throws {
    let branch = ManagedObjectID(entity: Tree.branch, key: 1)
    let leaf = ManagedObjectID(entity: Tree.leaf, key: 5)
    var values = [PropertyValue](repeating: .null, count: 11)
    values[0] = .string("t")
    values[5] = .boolean(true)
    values[10] = .reference(branch)
    let tree = try TreeStore([
      Row(id: branch, version: 0, values: [.string("b"), .integer(3), .null, .reference(leaf)]),
      Row(id: leaf, version: 0, values: values),
    ])
    let paths = [
      "title", "flag", "branch", "branch.name", "branch.favourite", "SELF", "branch.leaves.@count", "day",
    ]
    var found: [[PropertyValue]] = []
    try tree.reader.forEach(StoreQuery(entity: Tree.leaf), paths: paths) {
      found.append([.reference($0)] + $1)
    }
    #expect(
      found == [
        [
          .reference(leaf), .string("t"), .boolean(true), .reference(branch), .string("b"), .reference(leaf),
          .reference(leaf), .integer(1), .null,
        ]
      ])
  }
}
