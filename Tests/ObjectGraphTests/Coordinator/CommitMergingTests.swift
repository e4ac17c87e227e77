import TestSupport
import Testing

@testable import ObjectGraph

@Suite("A commit that is merged in slices")
struct CommitMergingTests {
  private var costs = MergeCosts(budget: .milliseconds(1))

  private static func rows(_ entity: EntityNumber, _ keys: Range<Int64>) -> [Row] {
    keys.map { Row(id: ManagedObjectID(entity: entity, key: $0), version: 1, values: []) }
  }

  private func sizes(of report: CommitReport) -> [Int] {
    var slices = CommitSlices(report)
    return Array(sequence(state: ()) { _ in slices.next(costs)?.ids.count })
  }

  /// Simulates commits of a hundred rows of one entity whose merging takes a number of milliseconds.
  private mutating func take(_ entity: EntityNumber, _ milliseconds: Int, times: Int = 1) {
    let slice = RowChanges(inserted: Self.rows(entity, 0..<100))
    for _ in 0..<times { costs.learn(from: slice, took: .milliseconds(milliseconds)) }
  }

  @Test("Everything is in one slice, in its order: new rows, changed ones, those that went")
  func complete() throws {
    var report = CommitReport()
    report.rows.inserted = Self.rows(1, 0..<70)
    report.rows.updated = Self.rows(2, 0..<45).map { .init(row: $0, before: []) }
    report.rows.deleted = Self.rows(1, 100..<160)
    var slices = CommitSlices(report)
    var ids: [ManagedObjectID] = []
    while let slice = slices.next(costs) {
      #expect((1...32).contains(slice.ids.count))
      ids += slice.ids
    }
    #expect(ids == report.inserted.map(\.id) + report.updated.map(\.row.id) + report.deleted.map(\.id))
    #expect(sizes(of: CommitReport()) == [])
  }

  @Test("Rows that merge quickly come in large slices, and do not enlarge the slices of others")
  mutating func mixed() {
    take(1, 4, times: 3)
    take(2, 0, times: 12)
    var report = CommitReport()
    report.rows.inserted = Self.rows(1, 0..<100) + Self.rows(2, 0..<1_024)
    // 40 µs per row of entity 1, a 128th of the budget per row of the others.
    #expect(sizes(of: report) == [25, 25, 25, 25] + Array(repeating: 128, count: 8))
  }

  @Test("Costs rise at once, and fall by half at most")
  mutating func adapting() {
    take(1, 4)
    #expect(costs.cost(of: 1) == .microseconds(40))
    take(1, 8)
    #expect(costs.cost(of: 1) == .microseconds(80))
    take(1, 1)
    #expect(costs.cost(of: 1) == .microseconds(40))
    take(1, 1_000)
    #expect(costs.cost(of: 1) == .milliseconds(1) / 8)
  }
}
