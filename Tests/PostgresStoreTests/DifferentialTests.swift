#if PostgreSQL
  import Foundation
  import ObjectGraph
  import ObjectModel
  import ObjectStore
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A fetch from PostgreSQL and one in memory", .enabled(if: PostgresServer.isKnown))
  struct DifferentialTests {
    /// The seeds, one for each tree, which is asked up to a hundred queries.
    private static var seeds: Range<UInt64> { Seeds.range(quick: 12, long: 400) }

    @Test("A random query gives the same IDs, counts and keys in the same order")
    func sameAnswers() throws {
      var exact = 0
      for seed in Self.seeds {
        var random = RandomTrees(seed: seed)
        let tree = try PostgresTrees(random.rows())
        for number in 0..<100 {
          let query = random.query()
          guard try isValid(query, tree) else { continue }
          let comment: Comment = "seed \(seed), query \(number): \(query)"
          let expected = try tree.memory.fetchIDs(query)
          try #require(try tree.reader.fetchIDs(query) == expected, comment)
          try #require(try tree.reader.fetch(query).map(\.id) == expected, comment)
          try #require(try tree.reader.count(query) == expected.count, comment)
          try #require(try keys(query, tree) == expectedKeys(query, expected, tree), comment)
          if try SQLQuery(query, layout: tree.store.layout).isExact { exact += 1 }
        }
      }
      // Otherwise the test would compare one evaluation in memory with another. Of 100 random queries, SQL answers 20: this is
      // four standard deviations below.
      #expect(exact > Self.seeds.count * 15)
    }

    @Test(
      "The server counts the members of a relationship that match, unless it cannot compare them",
      arguments: [
        ("SUBQUERY(leaves, $l, $l.count > 2).@count > 0", true),
        ("NOT SUBQUERY(leaves, $l, $l.count > 2 OR $l.title == NIL).@count > 0", true),
        ("SUBQUERY(leaves, $l, NOT $l.branch.rank > 1 AND $l.flag == TRUE).@count >= 1", true),
        ("SUBQUERY(parent.children, $b, ANY $b.leaves.count > 2).@count != 1", true),
        ("SUBQUERY(children, $b, $b.rank > rank).@count > 0", false),
        ("SUBQUERY(leaves, $l, $l.title CONTAINS[c] 'a').@count > 0", false),
      ])
    func memberCounts(format: String, isExact: Bool) throws {
      let predicate = try FetchPredicate(format)
      for seed in UInt64(1)...3 {
        var random = RandomTrees(seed: seed)
        let tree = try PostgresTrees(random.rows())
        let query = StoreQuery(entity: Tree.branch, predicate: predicate)
        #expect(try SQLQuery(query, layout: tree.store.layout).isExact == isExact)
        #expect(try tree.reader.fetchIDs(query) == tree.memory.fetchIDs(query), "seed \(seed)")
      }
    }

    @Test(
      "The server finds distinct values, of which memory chooses and which it orders, unless it cannot choose the rows",
      arguments: [
        ("count > 0", ["title"], true), ("TRUEPREDICATE", ["title", "count", "flag"], true),
        ("branch.rank >= 0", ["branch.rank", "branch"], true), ("title CONTAINS[c] 'a'", ["title"], false),
      ])
    func distinctValues(format: String, paths: [String], isExact: Bool) throws {
      let rows = StoreQuery(entity: Tree.leaf, predicate: try FetchPredicate(format))
      var query = DictionaryQuery(
        rows: rows, columns: paths.map { FetchedColumn($0) }, isDistinct: true,
        order: [FetchOrder(paths[0], ascending: false)])
      for seed in UInt64(1)...3 {
        var random = RandomTrees(seed: seed)
        let tree = try PostgresTrees(random.rows())
        #expect(
          try (SQLQuery(rows, layout: tree.store.layout).distinctValues(at: paths) != nil) == isExact)
        for limit in [nil, 3] {
          query.limit = limit
          let plan = try DictionaryPlan(
            query, model: tree.store.model, store: StoreIdentity(tree.store.identifier))
          let leaves = try tree.memory.fetchIDs(rows).compactMap { tree.memory.row(for: $0) }
          let expected = try plan.evaluate(leaves, in: tree.memory)
          #expect(!expected.isEmpty)
          #expect(try tree.reader.fetchDictionaries(plan, in: tree.memory) == expected, "seed \(seed)")
        }
      }
    }

    @Test("A query that begins next to a row reads the rows after it, or those before it, nearest first")
    func starts() throws {
      for seed in Self.seeds.prefix(Self.seeds.count / 2) {
        var random = RandomTrees(seed: seed)
        let tree = try PostgresTrees(random.rows())
        for number in 0..<30 {
          var query = random.query()
          guard try isValid(query, tree) else { continue }
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
              try #require(try tree.reader.count(query) == expected.count, comment)
            }
          }
        }
      }
    }

    /// Returns whether a query is nested less deeply than is refused, by chance all but one in many thousands.
    private func isValid(_ query: StoreQuery, _ tree: PostgresTrees) throws -> Bool {
      let model = tree.store.model
      do {
        try query.predicate?.validate(for: try #require(model.entity(numbered: query.entity)), in: model)
        return true
      } catch let error as FetchError {
        #expect(throws: error) { try tree.reader.fetchIDs(query) }
        return false
      }
    }

    private func keys(_ query: StoreQuery, _ tree: PostgresTrees) throws -> [[PropertyValue]] {
      var keys: [[PropertyValue]] = []
      try tree.reader.forEach(query, paths: query.order.map(\.path)) { _, values in
        keys.append(zip(query.order, values).map { $0.key(for: $1) })
      }
      return keys
    }

    private func expectedKeys(
      _ query: StoreQuery, _ ids: [ManagedObjectID], _ tree: PostgresTrees
    ) throws -> [[PropertyValue]] {
      try ids.compactMap { tree.memory.row(for: $0) }.map { try query.order.keys(of: $0, in: tree.memory) }
    }
  }
#endif
