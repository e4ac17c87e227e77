import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A set of rows by their keys")
struct RowKeysTests {
  /// A row, as a member of a set of the standard library.
  private struct Member: Hashable {
    let entity: Int
    let key: Int64
  }

  private func members(_ keys: RowKeys) -> [Member] {
    var members: [Member] = []
    _ = keys.contains { entity, key in
      members.append(Member(entity: entity.rawValue, key: key))
      return false
    }
    return members
  }

  @Test("Sets of any rows and their unions have each row once")
  func random() {
    for seed in Seeds.range(quick: 20, long: 2_000) {
      var random = SeededGenerator(seed: seed)
      var (union, all) = (RowKeys(), Set<Member>())
      for _ in 0..<Int.random(in: 1..<6, using: &random) {
        var (keys, expected) = (RowKeys(), Set<Member>())
        #expect(keys.isEmpty)
        let highest = [70, 5_000, 1 << 40].randomElement(using: &random) ?? 70
        for _ in 0..<Int.random(in: 1..<300, using: &random) {
          let member = Member(
            entity: Int.random(in: 1..<5, using: &random),
            key: Int64.random(in: 0...Int64(highest), using: &random))
          keys.insert(member.key, entity: EntityNumber(member.entity))
          expected.insert(member)
        }
        let found = members(keys)
        #expect(Set(found) == expected && found.count == expected.count && !keys.isEmpty, "seed \(seed)")
        union.formUnion(keys)
        all.formUnion(expected)
        let some = expected.randomElement(using: &random)
        #expect(keys.contains { $0.rawValue == some?.entity && $1 == some?.key })
      }
      let found = members(union)
      #expect(Set(found) == all && found.count == all.count, "seed \(seed)")
    }
  }
}
