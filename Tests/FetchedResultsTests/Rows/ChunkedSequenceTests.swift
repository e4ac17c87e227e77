import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("A sequence in chunks")
struct ChunkedSequenceTests {
  struct Element: RowCounting, Equatable {
    var name: Int
    var rowCount: Int
  }

  @Test(
    "Running sums are those of the counts", arguments: [0, 1, 2, 3, 7, 8, 9, 64, 100],
    Seeds.range(quick: 1, long: 20))
  func prefixSums(_ count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counts = (0..<count).map { _ in Int.random(in: 0...3, using: &random) }
    var sums = PrefixSums(counts)
    for _ in 0..<20 {
      if let index = counts.indices.randomElement(using: &random) {
        counts[index] += 2
        sums.add(2, at: index)
      }
      for index in 0...count {
        #expect(sums.sum(before: index) == counts[..<index].reduce(0, +), "seed \(seed)")
      }
      for target in 0..<counts.reduce(0, +) {
        let found = sums.index(of: target)
        #expect(found.before <= target && target < found.before + counts[found.index], "seed \(seed)")
        #expect(found.before == counts[..<found.index].reduce(0, +), "seed \(seed)")
      }
    }
  }

  @Test("It holds what an array holds, after any edits", arguments: Seeds.range(quick: 1, long: 20))
  func likeAnArray(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var array = (0..<1500).map { Element(name: $0, rowCount: $0 % 4) }
    var sequence = ChunkedSequence(array.chunks(of: ChunkedSequence<[Element]>.fill).map(Array.init))
    for round in 0..<6000 {
      // Grows for a while, then shrinks to nothing and a little beyond.
      let place = Int.random(in: 0...array.count, using: &random)
      if round < 1500 || array.isEmpty {
        let element = Element(name: round, rowCount: Int.random(in: 0...3, using: &random))
        array.insert(element, at: place)
        _ = sequence.insert(element, at: place)
      } else {
        array.remove(at: min(place, array.count - 1))
        _ = sequence.remove(at: min(place, sequence.count - 1))
      }
      if round.isMultiple(of: 250) || array.count < 3 { expectSame(sequence, array, "seed \(seed) \(round)") }
    }
  }

  private func expectSame(_ sequence: ChunkedSequence<[Element]>, _ array: [Element], _ comment: Comment) {
    #expect(sequence.chunks.flatMap(\.elements) == array, comment)
    #expect(sequence.count == array.count, comment)
    let rows = array.indices.flatMap { repeatElement($0, count: array[$0].rowCount) }
    #expect(sequence.rowCount == rows.count, comment)
    for row in stride(from: 0, to: rows.count, by: 13) {
      let found = sequence.element(ofRow: row)
      let firstRow = rows.firstIndex(of: rows[row]) ?? -1
      #expect(found.position == rows[row] && found.firstRow == firstRow, comment)
      #expect(sequence.firstRow(at: rows[row]) == firstRow, comment)
    }
  }

  @Test("A chunk whose elements all leave goes although its neighbors are full", arguments: [0, 1, 2])
  func emptied(_ chunk: Int) {
    let size = ChunkedSequence<[Element]>.capacity
    var sizes = [size, size, size]
    sizes[chunk] = 1
    let array = (0..<sizes.reduce(0, +)).map { Element(name: $0, rowCount: 1) }
    var runs: [[Element]] = []
    for size in sizes { runs.append(Array(array[runs.joined().count...].prefix(size))) }
    var sequence = ChunkedSequence(runs)
    let removed = sizes[..<chunk].reduce(0, +)
    _ = sequence.remove(at: removed)
    #expect(sequence.chunks.map(\.elements.count) == [size, size])
    for name in array.indices where name != removed {
      let position = sequence.lowerBound { run, index in run[index].name < name }
      #expect(position == (name < removed ? name : name - 1))
    }
  }

  @Test("A subsequence that increases is as long as any", arguments: 0..<40)
  func longestIncreasing(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let values = Array(0..<12).shuffled(using: &random)
    let chosen = values.longestIncreasingSubsequence()
    let run = zip(values, chosen).filter(\.1).map(\.0)
    #expect(run == run.sorted())
    // Of all 4,096 choices, the longest that increases.
    let longest = (0..<1 << values.count).filter { choice in
      let picked = values.indices.filter { choice & 1 << $0 != 0 }.map { values[$0] }
      return zip(picked, picked.dropFirst()).allSatisfy { $0 < $1 }
    }.map(\.nonzeroBitCount).max()
    #expect(run.count == longest)
  }
}
