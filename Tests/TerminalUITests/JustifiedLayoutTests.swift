import Foundation
import TestSupport
import Testing

@testable import TerminalUI

@Suite("The layout of a justified sheet")
struct JustifiedLayoutTests {
  /// Shapes as cameras and phones make them, and a few panoramas.
  private static func shapes(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in
      [1.5, 1.5, 1.333, 0.667, 0.75, 1, 1.778, 0.5625, 2.8].randomElement(using: &random) ?? 1.5
    }
  }

  @Test("Every picture has its place in order, no row is wider than the view, and pictures do not touch")
  func places() {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let layout = JustifiedLayout(
        width: Int.random(in: 1...200, using: &random), height: Int.random(in: 1...30, using: &random),
        highest: 40)
      let shapes = Self.shapes(Int.random(in: 0...64, using: &random), &random)
      let rows = layout.rows(shapes, isEnd: Bool.random(using: &random))
      #expect(rows.flatMap { Array($0.numbers) } == Array(shapes.indices), "seed \(seed)")
      for row in rows {
        #expect((row.columns.last?.upperBound ?? 0) <= max(layout.width, 1), "seed \(seed)")
        #expect(row.height >= 1 && row.height <= 40 && row.columns.allSatisfy { !$0.isEmpty }, "seed \(seed)")
        for (left, right) in zip(row.columns, row.columns.dropFirst()) {
          #expect(right.lowerBound == left.upperBound + 1, "seed \(seed)")
        }
      }
    }
  }

  @Test(
    "Pictures are stretched or cropped by at most 12 %, but for the rounding to cells, and rows end flush",
    arguments: [(54, 6), (88, 9), (160, 12)])
  func stretching(width: Int, height: Int) {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    var (flush, all) = (0, 0)
    for _ in 0..<100 {
      let shapes = Self.shapes(64, &random)
      let rows = JustifiedLayout(width: width, height: height, highest: 3 * height).rows(shapes, isEnd: false)
      for row in rows {
        for (shape, columns) in zip(shapes[row.numbers], row.columns) {
          let natural = 2 * shape * Double(row.height)
          #expect(abs(Double(columns.count) - natural) <= 0.12 * natural + 1, "seed \(seed)")
        }
        all += 1
        if row.columns.last?.upperBound == width { flush += 1 }
      }
    }
    #expect(flush * 100 >= 95 * all, "seed \(seed): \(flush) of \(all)")
  }

  @Test(
    "The last row of the list has the wanted height at most, and its pictures are not stretched to the end")
  func lastRow() {
    let rows = JustifiedLayout(width: 100, height: 8, highest: 30).rows([1.5], isEnd: true)
    #expect(rows == [TileRow(first: 0, height: 8, columns: [0..<24])])
  }
}
