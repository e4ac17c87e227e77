import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("A run of rows")
struct RowRunTests {
  /// A row as a run holds it: a key and the bytes of a sort key.
  private struct Plain: Equatable {
    var key: Int64
    var bytes: [UInt8]

    init(_ row: ListRow) { (key, bytes) = (row.key, row.sortKey.bytes) }

    var row: ListRow { ListRow(key: key, sortKey: SortKey(bytes: bytes)) }
  }

  @Test(
    "It holds the rows that an array holds, after any edits, whatever their sort keys begin with",
    arguments: Seeds.range(quick: 1, long: 20))
  func likeAnArray(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var rows = Self.rows(40, beginning: [3, 7, 7], &random)
    var run = RowRun()
    for row in rows { run.append(row.row) }
    run = run.exactlySized()
    for step in 0..<400 {
      let place = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let row = Self.rows(1, beginning: Self.beginnings.randomElement(using: &random)!, &random)[0]
        let index = Self.place(of: row, in: rows)
        rows.insert(row, at: index)
        run.insert(row.row, at: index)
      case 4..<8:
        guard let index = rows.indices.randomElement(using: &random) else { break }
        rows.remove(at: index)
        run.removeElement(at: index)
      default:
        let index = Int.random(in: 0...rows.count, using: &random)
        let rest = run.split(at: index)
        #expect(Self.all(rest) == Array(rows[index...]), "\(place)")
        #expect(Self.all(run) == Array(rows[..<index]), "\(place)")
        run.insertRun(rest, at: index)
      }
      #expect(Self.all(run) == rows, "\(place)")
      let other = Self.rows(1, beginning: Self.beginnings.randomElement(using: &random)!, &random)[0].row
      for index in rows.indices {
        let expected = rows[index].row.sortKey.compare(other.sortKey)
        #expect(run.compare(index, other.sortKey).signum() == expected.signum(), "\(place)")
      }
    }
  }

  @Test("It finds keys that need more than 4 bytes")
  func longKeys() {
    var keys = RowKeys()
    for key: Int64 in [1, 7, -3, 1 << 40, .max, .min, 1 << 40 + 7] { keys.append(key) }
    #expect(Array(keys) == [1, 7, -3, 1 << 40, .max, .min, 1 << 40 + 7])
    #expect(keys.firstIndex(of: 1 << 40) == 3 && keys.firstIndex(of: 2 << 40) == nil)
    let rest = keys.split(at: 2)
    #expect(Array(keys) == [1, 7] && rest.count == 5)
    var narrow = RowKeys()
    narrow.append(9)
    narrow.insert(rest, at: 0)
    #expect(Array(narrow) == [-3, 1 << 40, .max, .min, 1 << 40 + 7, 9])
    narrow.remove(at: 2)
    #expect(Array(narrow.exactlySized()) == [-3, 1 << 40, .min, 1 << 40 + 7, 9])
  }

  @Test("What all sort keys of a long list share takes memory once")
  func sharedBeginning() {
    let rows = (0..<300).map {
      ListRow(key: $0, sortKey: SortKey(bytes: Array("lighthouse at \($0 + 100)".utf8)))
    }
    var run = RowRun()
    for row in rows { run.append(row) }
    #expect(run.ownBytes == 300 * 17)
    run = run.exactlySized()
    #expect(run.ownBytes == 300 * 3)
    let rest = run.split(at: 290)
    #expect(rest.ownBytes == 10 && run.ownBytes == 290 * 3)
  }

  private static let beginnings: [[UInt8]] = [[], [3], [3, 7], [3, 7, 7], [3, 7, 7, 9, 9], [200]]

  private static func rows(
    _ count: Int, beginning: [UInt8], _ random: inout SeededGenerator
  ) -> [Plain] {
    (0..<count).map { _ in
      let length = Int.random(in: 0..<4, using: &random)
      let rest = (0..<length).map { _ in UInt8.random(in: 0..<4, using: &random) }
      let key = Int64.random(in: 0..<1_000, using: &random) << (Bool.random(using: &random) ? 0 : 33)
      return Plain(ListRow(key: key, sortKey: SortKey(bytes: beginning + rest)))
    }
    .sorted { $0.row.sortKey.compare($1.row.sortKey) < 0 }
  }

  private static func place(of row: Plain, in rows: [Plain]) -> Int {
    rows.firstIndex { $0.row.sortKey.compare(row.row.sortKey) >= 0 } ?? rows.count
  }

  private static func all(_ run: RowRun) -> [Plain] { (0..<run.count).map { Plain(run[$0]) } }
}
