import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Versions of rows that are compared")
struct KnownRowsTests {
  @Test("Random insertions, updates and deletions are found, and nothing else")
  func random() {
    var random = SeededGenerator(seed: 5)
    // Close together, apart, negative, and at the ends of the range.
    let keys: [Int64] = (1...200).map { $0 } + [-70, -1, 0, 100_000, .max, .max - 63, .min]
    var model: [Int64: [Int64]] = [:]
    var former = KnownRows(references: 2)
    for _ in 0..<50 {
      var changed = model
      for _ in 0..<Int.random(in: 0..<20, using: &random) {
        guard let key = keys.randomElement(using: &random) else { continue }
        changed[key] =
          Bool.random(using: &random)
          ? nil : (0..<3).map { _ in Int64.random(in: 0..<3, using: &random) }
      }
      var now = KnownRows(references: 2)
      for (key, numbers) in changed { now.set(key, version: numbers[0], references: Array(numbers[1...])) }
      var found: [Int64: (old: [Int64]?, new: [Int64]?)] = [:]
      for (key, before, after) in now.differences(from: &former) {
        func numbers(_ slice: KnownRows.Numbers?) -> [Int64]? {
          slice.map { [KnownRows.version($0)] + $0.dropFirst() }
        }
        found[key] = (numbers(before), numbers(after))
      }
      let expected = Set(keys.filter { model[$0] != changed[$0] })
      #expect(Set(found.keys) == expected)
      for key in expected {
        #expect(found[key]?.old == model[key] && found[key]?.new == changed[key])
      }
      (model, former) = (changed, now)
    }
  }

  @Test("A reference is kept with its entity")
  func references() throws {
    for key: Int64 in [1, 7, 1 << 40] {
      for entity: EntityNumber in [1, 42, 4_095] {
        let reference = try #require(KnownRows.reference(KnownRows.number(entity: entity, key: key)))
        #expect(reference == (entity, key))
      }
    }
    #expect(KnownRows.reference(0) == nil)
    _ = KnownRows.number(entity: 3, key: .max)
  }
}
