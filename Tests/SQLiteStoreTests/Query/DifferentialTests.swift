import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A fetch from the file and one in memory")
struct DifferentialTests {
  /// The seeds, one for each tree, which is asked up to a hundred queries.
  private static var seeds: Range<UInt64> { Seeds.range(quick: 8, long: 1_000) }

  @Test(
    "A random query gives the same IDs in the same order from the file, from a store in memory and by evaluation"
  )
  func sameAnswers() throws {
    for seed in Self.seeds {
      var random = RandomTrees(seed: seed)
      let tree = try TreeStore(random.rows())
      for number in 0..<100 {
        let query = random.query()
        if try isTooDeep(query, tree) { continue }
        let expected = try tree.memory.fetchIDs(query)
        try #require(try tree.reader.fetchIDs(query) == expected, "seed \(seed), query \(number): \(query)")
        try #require(try tree.inMemory.fetchIDs(query) == expected, "seed \(seed), query \(number): \(query)")
        try #require(
          try tree.reader.count(query) == expected.count, "seed \(seed), query \(number): \(query)")
        try #require(
          try keys(query, tree) == expectedKeys(query, expected, tree),
          "seed \(seed), query \(number): \(query)")
      }
    }
  }

  @Test("A query that begins next to a row reads the rows after it, or those before it, nearest first")
  func starts() throws {
    for seed in Self.seeds {
      var random = RandomTrees(seed: seed)
      let tree = try TreeStore(random.rows())
      for number in 0..<50 {
        var query = random.query()
        if try isTooDeep(query, tree) { continue }
        (query.offset, query.limit) = (0, nil)
        let all = try tree.memory.fetchIDs(query)
        if all.isEmpty { continue }
        let place = random.below(all.count)
        let keys = try expectedKeys(query, [all[place]], tree)[0]
        for isBackward in [false, true] {
          query.start = .init(keys: keys, id: all[place], isBackward: isBackward)
          let rest = isBackward ? Array(all[..<place].reversed()) : Array(all[(place + 1)...])
          for limit in [nil, 0, 1, rest.count / 2] {
            query.limit = limit
            let expected = limit.map { Array(rest.prefix($0)) } ?? rest
            let comment: Comment = "seed \(seed), query \(number): \(query)"
            try #require(try tree.reader.fetchIDs(query) == expected, comment)
            try #require(try tree.inMemory.fetchIDs(query) == expected, comment)
            try #require(try tree.reader.count(query) == expected.count, comment)
          }
        }
      }
    }
  }

  @Test(
    "A random query of dictionaries gives the same from the file, from a store in memory and by evaluation")
  func sameDictionaries() throws {
    for seed in Self.seeds.prefix(Self.seeds.count / 2) {
      var random = RandomTrees(seed: seed)
      let tree = try TreeStore(random.rows())
      for number in 0..<50 {
        let wanted = random.dictionaryQuery()
        if try isTooDeep(wanted.rows, tree) { continue }
        let known = try? plan(wanted, tree)
        let (query, plan) = try #require(known, "seed \(seed), query \(number): \(wanted)")
        let rows = try tree.memory.fetchIDs(query.rows).compactMap { tree.memory.row(for: $0) }
        let expected = try plan.evaluate(rows, in: tree.memory)
        for reader in [tree.reader, tree.inMemory] {
          let found = try reader.fetchDictionaries(plan, in: tree.memory)
          try #require(
            same(found, expected),
            "seed \(seed), query \(number): \(query)\nexpected \(expected)\nfound \(found)")
        }
      }
    }
  }

  /// Whether a query is nested more deeply than is taken, by chance one in many thousands; all refuse it alike then.
  private func isTooDeep(_ query: StoreQuery, _ tree: TreeStore) throws -> Bool {
    let model = tree.fixture.model
    do {
      try query.predicate?.validate(for: try #require(model.entity(numbered: query.entity)), in: model)
      return false
    } catch FetchError.tooDeep(let limit) {
      for reader in [tree.reader, tree.inMemory] {
        #expect(throws: FetchError.tooDeep(limit: limit)) { try reader.fetchIDs(query) }
      }
      return true
    } catch { return false }
  }

  /// A checked query, without the choice of dictionaries if that compares a column that is always nil with a value.
  private func plan(
    _ query: DictionaryQuery, _ tree: TreeStore
  ) throws -> (DictionaryQuery, DictionaryPlan) {
    do {
      return (
        query,
        try DictionaryPlan(query, model: tree.fixture.model, store: StoreIdentity(tree.store.identifier))
      )
    } catch FetchError.wrongType {
      var query = query
      query.having = nil
      return (
        query,
        try DictionaryPlan(query, model: tree.fixture.model, store: StoreIdentity(tree.store.identifier))
      )
    }
  }

  /// Whether two lists of columns are equal by the rules of the store: 1 equals 1.0.
  private func same(_ left: [[PropertyValue]], _ right: [[PropertyValue]]) -> Bool {
    left.elementsEqual(right) { left, right in
      left.elementsEqual(right) {
        PropertyValue.compare($0.columnValue, $1.columnValue) == .orderedSame
      }
    }
  }

  /// The sort keys, made of the values that the file gives for the paths.
  private func keys(_ query: StoreQuery, _ tree: TreeStore) throws -> [[PropertyValue]] {
    var keys: [[PropertyValue]] = []
    try tree.reader.forEach(query, paths: query.order.map(\.path)) { _, values in
      keys.append(zip(query.order, values).map { $0.key(for: $1) })
    }
    return keys
  }

  private func expectedKeys(
    _ query: StoreQuery, _ ids: [ManagedObjectID], _ tree: TreeStore
  ) throws -> [[PropertyValue]] {
    try ids.compactMap { tree.memory.row(for: $0) }.map { try query.order.keys(of: $0, in: tree.memory) }
  }
}
