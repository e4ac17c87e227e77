import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("A fetch from the file and one in memory")
struct DifferentialTests {
  /// How many trees, with a hundred queries of each; LONG_TESTS asks for fifty times as many.
  private static let trees = ProcessInfo.processInfo.environment["LONG_TESTS"] == nil ? 20 : 1_000

  @Test(
    "A random query gives the same IDs in the same order from the file, from a store in memory and by evaluation"
  )
  func sameAnswers() throws {
    let first = UInt64.random(in: 0...UInt64(UInt32.max))
    for seed in first..<(first + UInt64(Self.trees)) {
      var random = RandomTrees(seed: seed)
      let tree = try TreeStore(random.rows())
      for number in 0..<100 {
        let query = random.query()
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
