import PictureLooks
import TestSupport
import Testing

@Suite("Stacks of pictures that look alike")
struct LookStackTests {
  @Test("Each picture of a stack looks like the best one, and a chain is not joined")
  func chain() {
    // 0 - 1 - 2 - 3: each looks like the next one.
    let pairs = [(0, 1), (1, 2), (2, 3)].map(LookPair.init)
    #expect(
      LookStack.make(of: pairs, precedes: <) == [.init(best: 0, others: [1]), .init(best: 2, others: [3])])
    #expect(
      LookStack.make(of: pairs, precedes: { ($0 + 2) % 4 < ($1 + 2) % 4 }) == [
        .init(best: 2, others: [3, 1])
      ])
  }

  @Test("Pictures that must be apart are in no common stack")
  func apart() {
    let pairs = [(0, 1), (0, 2), (1, 2)].map(LookPair.init)
    func stacks(_ apart: [Set<Int>]) -> [LookStack] {
      LookStack.make(of: pairs, precedes: <, areApart: { apart.contains([$0, $1]) })
    }
    #expect(stacks([]) == [.init(best: 0, others: [1, 2])])
    #expect(stacks([[1, 2]]) == [.init(best: 0, others: [1])])
    #expect(stacks([[0, 1]]) == [.init(best: 0, others: [2])])
    #expect(stacks([[0, 1], [0, 2]]) == [.init(best: 1, others: [2])])
    #expect(stacks([[0, 1], [0, 2], [1, 2]]) == [])
  }

  @Test(
    "No picture is in two stacks, and all of a stack look like its best",
    arguments: Seeds.range(quick: 5, long: 200))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pairs = (0..<40).compactMap { _ -> LookPair? in
      let (one, other) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<30, using: &random))
      return one == other ? nil : LookPair(first: min(one, other), second: max(one, other))
    }
    let unique = Array(Set(pairs))
    let stacks = LookStack.make(of: unique, precedes: >)
    let members = stacks.flatMap { [$0.best] + $0.others }
    #expect(Set(members).count == members.count)
    for stack in stacks {
      for other in stack.others {
        #expect(stack.best > other)
        #expect(unique.contains(LookPair(first: other, second: stack.best)))
      }
    }
    // What is in no stack has neighbors in stacks only.
    for pair in unique { #expect(members.contains(pair.first) || members.contains(pair.second)) }
  }
}
