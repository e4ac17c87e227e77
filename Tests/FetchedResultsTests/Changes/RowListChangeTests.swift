import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("Changes of single rows")
struct RowListChangeTests {
  /// A kind of list that random edits are tried on.
  struct Shape: CustomStringConvertible {
    var rows: Int
    var edits: ClosedRange<Int>
    var rounds: Int
    var isSectioned = true
    var window = RowWindow()

    var description: String { "\(rows) rows, \(edits) edits, sectioned \(isSectioned), \(window)" }
  }

  static let shapes = [
    Shape(rows: 0, edits: 1...5, rounds: 60),
    Shape(rows: 3, edits: 1...3, rounds: 200),
    Shape(rows: 12, edits: 1...6, rounds: 200),
    Shape(rows: 12, edits: 1...6, rounds: 200, isSectioned: false),
    Shape(rows: 12, edits: 1...6, rounds: 200, window: RowWindow(offset: 2, limit: 5)),
    Shape(rows: 12, edits: 1...6, rounds: 200, isSectioned: false, window: RowWindow(offset: 2, limit: 5)),
    Shape(rows: 20, edits: 10...40, rounds: 100, window: RowWindow(offset: 3, limit: 4)),
    Shape(rows: 20, edits: 1...10, rounds: 100, window: RowWindow(offset: 4, limit: nil)),
    Shape(rows: 20, edits: 1...10, rounds: 60, window: RowWindow(offset: 0, limit: 0)),
    Shape(rows: 50, edits: 1...20, rounds: 100, window: RowWindow(offset: 30, limit: 100)),
    Shape(rows: 600, edits: 1...200, rounds: 8),
    Shape(rows: 2000, edits: 1...200, rounds: 5),
    Shape(rows: 2000, edits: 1...200, rounds: 5, isSectioned: false),
    Shape(rows: 2000, edits: 1...200, rounds: 5, window: RowWindow(offset: 700, limit: 500)),
  ]

  @Test(
    "Random edits give changes that lead from the old list to the new one", arguments: shapes,
    Seeds.range(quick: 1, long: 20))
  func randomEdits(_ shape: Shape, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plain = PlainList(window: shape.window, isSectioned: shape.isSectioned)
    while plain.entries.count < shape.rows { _ = plain.edit(max(1, shape.rows / 2), using: &random) }
    var list = plain.list()
    for round in 0..<shape.rounds {
      let comment: Comment = "seed \(seed), round \(round)"
      let old = plain.shown
      let edits = plain.edit(Int.random(in: shape.edits, using: &random), using: &random)
      let changes = list.apply(edits)
      try list.checkInvariants()
      let edited = Set(edits.map(\.key))
      let flat = plain.isSectioned ? (old, plain.shown) : (unnamed(old), unnamed(plain.shown))
      expectContract(changes, from: flat.0, to: flat.1, edited: edited, comment)
      expectMembership(changes, from: flat.0, to: flat.1, comment)
      #expect(plain.shown.map { $0.map(\.key) } == keys(list), comment)
      if shape.rows <= 50 {
        let fewest = fewestMoves(from: flat.0, to: flat.1, edited: edited)
        #expect(changes.movedRows.count == fewest, comment)
      }
    }
  }

  @Test("A new first row comes first after the last row of a chunk was deleted", arguments: [true, false])
  func emptiedChunk(_ isSectioned: Bool) throws {
    let fill = Int64(ChunkedSequence<RowRun>.fill)
    func entry(_ key: Int64) -> PlainList.Entry {
      // Sections in ascending order, titles in descending order.
      isSectioned
        ? .init(key: key, section: "s\(5_000 - key)", title: "t")
        : .init(key: key, section: "s", title: "t\(5_000 + key)")
    }
    var plain = PlainList(isSectioned: isSectioned)
    for key in 0...fill { plain.entries[key] = entry(key) }
    var list = plain.list()
    let edits: [(Int64, PlainList.Entry?)] = [
      (fill + 1, entry(fill + 1)), (0, nil), (fill + 2, entry(fill + 2)),
    ]
    for (key, new) in edits {
      plain.entries[key] = new
      _ = list.apply([RowEdit(key: key, row: new?.row(in: plain.order))])
      try list.checkInvariants()
      #expect(keys(list) == plain.shown.map { $0.map(\.key) })
    }
  }

  @Test(
    "A list that only shrinks, or only grows, keeps its chunks in order", arguments: [true, false],
    Seeds.range(quick: 1, long: 20))
  func shrinkAndGrow(_ isSectioned: Bool, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = PlainList(isSectioned: isSectioned).list()
    let entries = (0..<5000).map {
      PlainList.Entry(key: Int64($0), section: "s\($0 / 3)", title: "t\(random.next() % 97)")
    }
    for part in entries.shuffled(using: &random).chunks(of: 700) {
      let order = list.arrangement.order
      _ = list.apply(part.map { RowEdit(key: $0.key, row: $0.row(in: order)) })
      try list.checkInvariants()
    }
    for part in entries.shuffled(using: &random).chunks(of: 450) {
      _ = list.apply(part.map { RowEdit(key: $0.key, row: nil) })
      try list.checkInvariants()
    }
    #expect(list.arrangement.rows.count == 0, "seed \(seed)")
  }

  /// Without sections, rows of all names are in one.
  private func unnamed(_ list: [[PlainList.Entry]]) -> [[PlainList.Entry]] {
    list.map { rows in
      rows.map { .init(key: $0.key, section: "", title: $0.section + $0.title, version: $0.version) }
    }
  }

  private func keys(_ list: RowList) -> [[Int64]] {
    let arrangement = list.arrangement
    return arrangement.shownSections.map { section in
      arrangement.shownRows(ofSection: section).map { arrangement.rows[$0].key }
    }
  }
}
