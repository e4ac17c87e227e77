import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Indexes with directions")
struct IndexDirectionTests {
  /// Returns a query of leaves in the order of an index.
  private func query(
    _ index: [IndexElement], reversed: Bool = false, where predicate: FetchPredicate? = nil
  ) -> StoreQuery {
    StoreQuery(
      entity: Tree.leaf, predicate: predicate,
      order: index.map { FetchOrder($0.property, ascending: $0.isAscending != reversed) })
  }

  private static let indexes: [[IndexElement]] = [
    ["count"], [.descending("count")], [.descending("count"), "title"], ["title", .descending("day")],
    ["branch", .descending("count")], [.descending("branch"), .descending("size")],
  ]

  @Test("Rows in the directions of an index are read from it, ties included", arguments: indexes)
  func orders(index: [IndexElement]) throws {
    let tree = try TreeStore([], model: Tree.model(indexes: [index]))
    for columns in [SQLQuery.Columns.row, .id] {
      let plan = try tree.plan(query(index), columns)
      #expect(plan.count == 1 && plan[0].contains("INDEX Z_Leaf_"), "\(plan)")
      // The ties of the reversed order are in ascending order of their IDs all the same.
      let reversed = try tree.plan(query(index, reversed: true), columns)
      #expect(reversed.contains { $0.contains("TEMP B-TREE") }, "\(reversed)")
    }
  }

  @Test("The rows next to a row are searched in the index, in both directions", arguments: indexes)
  func starts(index: [IndexElement]) throws {
    let tree = try TreeStore([], model: Tree.model(indexes: [index]))
    for isNull in [false, true] {
      for isBackward in [false, true] {
        var query = query(index)
        let keys = index.map { _ in isNull ? PropertyValue.null : .integer(2) }
        query.start = .init(
          keys: keys, id: ManagedObjectID(entity: Tree.leaf, key: 5), isBackward: isBackward)
        for step in StartStep.steps(query) {
          let plan = try tree.plan(query, .id, step: step)
          #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH"), "\(step): \(plan)")
          #expect(plan[0].contains("INDEX Z_Leaf_"), "\(step): \(plan)")
        }
      }
    }
  }

  @Test("The rows of one object are read in order from an index that begins with the reference")
  func referenced() throws {
    let tree = try TreeStore([], model: Tree.model(indexes: [["branch", .descending("count")]]))
    let branch = ManagedObjectID(entity: Tree.branch, key: 1)
    let predicate = FetchPredicate.comparison(.init("branch", .equal, .value(.reference(branch))))
    let plan = try tree.plan(query([.descending("count")], where: predicate), .id)
    #expect(
      plan == ["SEARCH t0 USING COVERING INDEX Z_Leaf_branch_count_DESC (ZBRANCH=?)"], "\(plan)")
  }

  @Test("Random indexes change no result, whatever their directions")
  func sameAnswers() throws {
    for seed in Seeds.range(quick: 12, long: 600) {
      var random = RandomTrees(seed: seed)
      let rows = random.rows().map { random.withTies($0) }
      let indexes = (0..<4).map { _ in random.indexElements() }
      let tree = try TreeStore(rows, model: Tree.model(indexes: indexes))
      for number in 0..<40 {
        var query = random.query(in: random.pick(indexes))
        let all = try tree.memory.fetchIDs(query)
        let place = "seed \(seed), query \(number): \(query), indexes \(indexes)"
        try #require(try tree.reader.fetchIDs(query) == all, "\(place)")
        try #require(try tree.reader.fetch(query).map(\.id) == all, "\(place)")
        guard !all.isEmpty else { continue }
        let start = random.below(all.count)
        let row = try #require(tree.memory.row(for: all[start]))
        let keys = try query.order.keys(of: row, in: tree.memory)
        query.limit = random.chance(50) ? random.below(8) : nil
        for isBackward in [false, true] {
          query.start = .init(keys: keys, id: row.id, isBackward: isBackward)
          let rest = isBackward ? Array(all[..<start].reversed()) : Array(all[(start + 1)...])
          let expected = query.limit.map { Array(rest.prefix($0)) } ?? rest
          try #require(try tree.reader.fetchIDs(query) == expected, "\(place)")
        }
      }
    }
  }
}

extension RandomTrees {
  private static let sorted = ["title", "count", "flag", "day", "branch"]

  /// Returns a leaf whose numbers, flags and texts are shared by many; other rows stay as they are.
  fileprivate mutating func withTies(_ row: Row) -> Row {
    guard row.id.entity == Tree.leaf else { return row }
    var values = Array(row.values)
    values[0] = pick([.null, .string("a"), .string("b")])
    values[2] = pick([.null, .integer(0), .integer(1)])
    values[6] = pick([.null, .date(Date(timeIntervalSinceReferenceDate: 0))])
    return Row(id: row.id, version: row.version, values: values)
  }

  /// Returns an index of up to three properties.
  fileprivate mutating func indexElements() -> [IndexElement] {
    var rest = Self.sorted
    return (0...below(3)).map { _ in
      IndexElement(rest.remove(at: below(rest.count)), ascending: chance(50))
    }
  }

  /// Returns a query in an order that an index has, begins with, reverses or has with some directions reversed.
  fileprivate mutating func query(in index: [IndexElement]) -> StoreQuery {
    let (isReversed, isMixed) = (chance(30), chance(20))
    let elements = chance(70) ? index : Array(index.prefix(1))
    let order = elements.map { element in
      FetchOrder(element.property, ascending: element.isAscending != (isReversed || isMixed && chance(50)))
    }
    let branch = FetchPredicate.comparison(.init("branch", .equal, .value(.reference(id(Tree.branch)))))
    return StoreQuery(entity: Tree.leaf, predicate: chance(40) ? branch : nil, order: order)
  }
}
