import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults
@testable import ObjectModel

@Suite("Sort keys as bytes")
struct SortKeyTests {
  private static let values: [PropertyValue] =
    [.null]
    + [
      .min, .min + 1, -(1 << 53) - 1, -(1 << 53), -256, -1, 0, 1, 255, 1 << 53, 1 << 53 + 1, 1 << 62 + 3,
      .max - 1, .max,
    ].map { PropertyValue.integer($0) }
    + [
      -.infinity, -0x1p70, -0x1p63, -0x1p53, -1.5, -.leastNonzeroMagnitude, -0.0, 0.0, 0.5, 1, 255, 0x1p53,
      0x1p63,
      0x1p70, .infinity,
    ].map { PropertyValue.real($0) }
    + ["", "\0", "\0\0", "\u{1}", "\u{2}", "a", "a\0", "a\0b", "a\u{1}", "ab", "é", "e\u{301}", "\u{10FFFF}"]
    .map {
      PropertyValue.string($0)
    }
    + [[], [0], [0, 0], [1], [1, 0], [2], [255], [255, 255]].map { PropertyValue.data(Data($0)) }

  @Test("Bytes are in the order of the values, in both directions")
  func order() {
    for left in Self.values {
      for right in Self.values {
        let expected = PropertyValue.compare(left, right).rawValue
        #expect(compare([left], [right], [true]).signum() == expected, "\(left) and \(right)")
        #expect(compare([left], [right], [false]).signum() == -expected, "\(left) and \(right), descending")
      }
    }
  }

  @Test("Several values are compared one after the other", arguments: Seeds.range(quick: 1, long: 20))
  func several(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let directions = (0..<3).map { _ in Bool.random(using: &random) }
      let left = (0..<3).map { _ in Self.values.randomElement(using: &random) ?? .null }
      let right = left.map {
        Int.random(in: 0..<3, using: &random) == 0 ? Self.values.randomElement(using: &random) ?? .null : $0
      }
      var expected = 0
      for index in 0..<3 where expected == 0 {
        let result = PropertyValue.compare(left[index], right[index]).rawValue
        expected = directions[index] ? result : -result
      }
      #expect(compare(left, right, directions).signum() == expected, "seed \(seed): \(left), \(right)")
    }
  }

  @Test("A value is found again, and those before it", arguments: [true, false])
  func reading(ascending: Bool) {
    for value in Self.values {
      let key = key([.string("a\0\u{1}"), value, .integer(7)], [ascending, ascending, true])
      let prefix = key.prefix(2)
      #expect(prefix.bytes == self.key([.string("a\0\u{1}"), value], [ascending, ascending]).bytes)
      #expect(
        PropertyValue.compare(prefix.last(of: 2, ascending: ascending), value) == .orderedSame, "\(value)")
    }
  }

  private func key(_ values: [PropertyValue], _ directions: [Bool]) -> SortKey {
    var key = SortKey()
    for (value, ascending) in zip(values, directions) { key.append(value, ascending: ascending) }
    return key
  }

  private func compare(_ left: [PropertyValue], _ right: [PropertyValue], _ directions: [Bool]) -> Int {
    key(left, directions).compare(key(right, directions))
  }
}
