import PictureLooks
import TestSupport
import Testing

@Suite("Stacks of pictures that look alike")
struct LookStackTests {
  @Test("Each picture of a stack looks like the best one, and a chain is not joined")
  func chain() {
    // 0 - 1 - 2 - 3: each looks like the next one.
    let pairs: [Set<Int>] = [[0, 1], [1, 2], [2, 3]]
    #expect(
      stacks(4, pairs, precedes: <) == [.init(best: 0, others: [1]), .init(best: 2, others: [3])])
    #expect(
      stacks(4, pairs, precedes: { ($0 + 2) % 4 < ($1 + 2) % 4 }) == [.init(best: 2, others: [3, 1])])
  }

  @Test("Pictures that must be apart are in no common stack")
  func apart() {
    func stacks(_ apart: [Set<Int>]) -> [LookStack] {
      self.stacks(3, [[0, 1], [0, 2], [1, 2]], precedes: <, apart: apart)
    }
    #expect(stacks([]) == [.init(best: 0, others: [1, 2])])
    #expect(stacks([[1, 2]]) == [.init(best: 0, others: [1])])
    #expect(stacks([[0, 1]]) == [.init(best: 0, others: [2])])
    #expect(stacks([[0, 1], [0, 2]]) == [.init(best: 1, others: [2])])
    #expect(stacks([[0, 1], [0, 2], [1, 2]]) == [])
    #expect(stacks([[0, 1, 2]]) == [])
  }

  @Test("Pictures that are apart from a set are in no stack with its pictures, which can be in one")
  func apartFromSet() {
    let sets = [
      LookSets(own: [1], apart: [1, 2]), LookSets(own: [1], apart: [1, 2]), LookSets(own: [2], apart: [1]),
      LookSets(own: [2], apart: [1]), LookSets(),
    ]
    func stacks(_ order: [Int]) -> [LookStack] {
      LookStack.make(
        count: order.count, near: { one in order.indices.filter { $0 != one } }, precedes: <,
        unlike: { sets[order[$0]] })
    }
    #expect(stacks([0, 1, 2, 3]) == [.init(best: 2, others: [3])])
    #expect(stacks([2, 0, 3, 1]) == [.init(best: 0, others: [2])])
    // The picture without sets is apart from none, and does not join those that are apart.
    let both = [LookStack(best: 0, others: [1]), LookStack(best: 3, others: [4])]
    #expect(stacks([0, 4, 1, 2, 3]) == both)
    #expect(stacks([4, 0, 1, 2, 3]) == both)
  }

  @Test(
    "No picture is in two stacks, and all of a stack look like its best",
    arguments: Seeds.range(quick: 5, long: 200))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pairs = (0..<40).compactMap { _ -> Set<Int>? in
      let (one, other) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<30, using: &random))
      return one == other ? nil : [one, other]
    }
    let stacks = stacks(30, pairs, precedes: >)
    let members = stacks.flatMap { [$0.best] + $0.others }
    #expect(Set(members).count == members.count)
    for stack in stacks {
      for other in stack.others {
        #expect(stack.best > other)
        #expect(pairs.contains([other, stack.best]))
      }
    }
    // What is in no stack has neighbors in stacks only.
    for pair in pairs { #expect(!pair.isDisjoint(with: members)) }
  }

  @Test(
    "The stacks of looks are those that a comparison of all pairs gives",
    arguments: Seeds.range(quick: 3, long: 100))
  func looks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var looks = try RandomLook.clusters(250, &random)
    looks += looks.prefix(20) + looks.prefix(20) + looks.prefix(10)
    let apart = (0..<40).map { _ in
      Set((0..<4).map { _ in Int.random(in: looks.indices, using: &random) })
    }
    let order = looks.indices.shuffled(using: &random)
    let all = NearLooks(looks)
    let pairs = looks.indices.flatMap { first in all.neighbors(of: first).map { Set([first, $0]) } }
    let expected = stacks(looks.count, pairs, precedes: { order[$0] < order[$1] }, apart: apart)

    let candidates = try NearLooks.indices(in: looks)
    let near = NearLooks(candidates.map { looks[$0] })
    let found = LookStack.make(
      count: candidates.count, near: near.neighbors,
      precedes: { order[candidates[$0]] < order[candidates[$1]] },
      unlike: { Self.lookSets(of: candidates[$0], in: apart) }, look: { looks[candidates[$0]] })
    #expect(expected.count > 20)
    #expect(
      found.map { LookStack(best: candidates[$0.best], others: $0.others.map { candidates[$0] }) }
        == expected)
  }

  @Test("A time-lapse is one stack, for which the neighbors of its best picture alone are searched")
  func timeLapse() throws {
    var random = SeededGenerator(seed: 1)
    let looks = try RandomLook.timeLapse(20_000, &random)
    let near = NearLooks(looks)
    var searched: [Int] = []
    let stacks = LookStack.make(
      count: looks.count,
      near: {
        searched.append($0)
        return near.neighbors(of: $0)
      }, precedes: >)
    #expect(stacks == [LookStack(best: 19_999, others: (0..<19_999).reversed())])
    #expect(searched == [19_999])
  }

  @Test(
    "Of equal pictures that are all apart, only the first is compared with the others", arguments: [0, 2])
  func equalApart(others: Int) throws {
    let black = try RandomLook.make(gradient: 0, luma: 0)
    let looks = [PictureLook](repeating: black, count: 10_000 + others)
    let near = NearLooks(looks)
    var searched: [Int] = []
    var comparisons = 0
    let stacks = LookStack.make(
      count: looks.count,
      near: {
        searched.append($0)
        let found = near.neighbors(of: $0)
        comparisons += found.count
        return found
      }, precedes: <, unlike: { $0 < 10_000 ? LookSets(own: [7], apart: [7]) : LookSets() },
      look: { looks[$0] })
    // The last ones are not apart from the first, which is the best.
    #expect(stacks == (others == 0 ? [] : [LookStack(best: 0, others: [10_000, 10_001])]))
    #expect(searched == (others == 0 ? [0] : [0, 1]))
    #expect(comparisons == searched.count * (looks.count - 1))
  }

  /// Returns the stacks of pairs of pictures, by their definition: every picture is compared with all in its stack.
  private func stacks(
    _ count: Int, _ pairs: [Set<Int>], precedes: (Int, Int) -> Bool, apart: [Set<Int>] = []
  ) -> [LookStack] {
    func areApart(_ one: Int, _ other: Int) -> Bool { apart.contains { $0.isSuperset(of: [one, other]) } }
    let pairs = Set(pairs)
    let stacks = LookStack.make(
      count: count, near: { one in (0..<count).filter { pairs.contains([one, $0]) } }, precedes: precedes,
      unlike: { Self.lookSets(of: $0, in: apart) })
    var placed: Set<Int> = []
    var expected: [LookStack] = []
    for best in (0..<count).sorted(by: precedes) where !placed.contains(best) {
      var others: [Int] = []
      for other in (0..<count).sorted(by: precedes)
      where pairs.contains([best, other]) && !placed.contains(other)
        && !([best] + others).contains(where: { areApart($0, other) })
      {
        others.append(other)
      }
      guard !others.isEmpty else { continue }
      placed.formUnion([best] + others)
      expected.append(LookStack(best: best, others: others))
    }
    #expect(stacks == expected)
    return stacks
  }

  /// Returns the sets that a picture is in, with whose pictures it must not be.
  private static func lookSets(of picture: Int, in sets: [Set<Int>]) -> LookSets {
    let numbers = Set(sets.indices.filter { sets[$0].contains(picture) })
    return LookSets(own: numbers, apart: numbers)
  }
}
