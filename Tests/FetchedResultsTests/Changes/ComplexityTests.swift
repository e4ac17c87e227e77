import ListChanges
import ObjectGraph
import Testing

@testable import FetchedResults

@Suite("What a change costs")
struct ComplexityTests {
  @Test("Ten changed rows need twice the comparisons in a list a hundred times as long, at the most")
  func comparisonsGrowWithTheLogarithm() throws {
    let (short, long) = (try comparisons(rows: 1000), try comparisons(rows: 100_000))
    #expect(short > 0 && long <= 2 * short, "\(short) and \(long) comparisons")
  }

  @Test("A hundred thousand sections are kept as well as a few")
  func manySections() throws {
    let counter = ComparisonCounter()
    var list = try list(rows: 100_000, rowsInSection: 1, counter: counter)
    #expect(list.arrangement.shownSections.count == 100_000)
    let before = counter.total
    let order = list.arrangement.order
    let edits = (0..<10).map { edit(Int64($0), place: Int64($0) * 9973 + 50, rowsInSection: 1, order) }
    let changes = list.apply(edits)
    #expect(changes.rowCount == 10)
    #expect(counter.total - before < 10 * 100, "\(counter.total - before) comparisons")
    try list.checkInvariants()
  }

  private func comparisons(rows: Int64) throws -> Int {
    let counter = ComparisonCounter()
    var list = try list(rows: rows, rowsInSection: 10, counter: counter)
    let before = counter.total
    // Ten rows from all over the list go to other places all over it.
    let edits = (0..<10).map { number in
      let place = (number * 7 + 3) % 10 * Int(rows) / 10
      return edit(Int64(number) * rows / 10, place: Int64(place), rowsInSection: 10, list.arrangement.order)
    }
    _ = list.apply(edits)
    return counter.total - before
  }

  private func list(rows: Int64, rowsInSection: Int64, counter: ComparisonCounter) throws -> RowList {
    let orders = [FetchOrder("section"), FetchOrder("title")]
    var order = try #require(RowOrder(orders, sectionKeyPath: "section"))
    order.counter = counter
    var builder = RowListBuilder(order: order)
    for key in 0..<rows {
      let keys = [PropertyValue.integer(key / rowsInSection), .integer(key)]
      builder.append(order.row(key, keys))
    }
    return RowList(builder)
  }

  /// Moves a row beside the one that is at `place` at first.
  private func edit(_ key: Int64, place: Int64, rowsInSection: Int64, _ order: RowOrder) -> RowEdit {
    RowEdit(key: key, row: order.row(key, [.integer(place / rowsInSection), .integer(place)]))
  }
}

extension SectionedChanges {
  /// How many rows are listed.
  fileprivate var rowCount: Int {
    deletedRows.count + insertedRows.count + movedRows.count + updatedRows.count
  }
}
