import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("What was used last")
struct RecentlyUsedTests {
  @Test("is kept, and what was not used for longest goes first")
  func order() {
    var kept = RecentlyUsed<Int, String>(limit: 8)
    for number in 1...4 { kept.keep("\(number)", for: number, cost: 2) }
    #expect(kept.cost == 8)
    #expect(kept.use(1) == "1")
    kept.keep("5", for: 5, cost: 2)
    // Room is made for a while: down to three quarters.
    #expect((1...5).map { kept.use($0) } == ["1", nil, nil, "4", "5"])
    #expect(kept.cost == 6)
  }

  @Test("is kept even if it alone is over the limit")
  func large() {
    var kept = RecentlyUsed<Int, String>(limit: 8)
    kept.keep("1", for: 1, cost: 3)
    kept.keep("2", for: 2, cost: 100)
    #expect(kept.use(1) == nil && kept.use(2) == "2" && kept.cost == 100)
    kept.keep("3", for: 3, cost: 3)
    #expect(kept.use(2) == nil && kept.use(3) == "3" && kept.cost == 3)
  }

  @Test("counts a value that takes the place of another once")
  func replacing() {
    var kept = RecentlyUsed<Int, String>(limit: 8)
    for cost in 1...5 { kept.keep("\(cost)", for: 1, cost: cost) }
    #expect(kept.cost == 5 && kept.use(1) == "5")
    kept.remove(1)
    kept.remove(2)
    #expect(kept.cost == 0 && kept.use(1) == nil)
    kept.keep("1", for: 1, cost: 4)
    kept.removeAll()
    #expect(kept.cost == 0 && kept.use(1) == nil)
  }

  @Test("costs what is kept, whatever came and went", arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var kept = RecentlyUsed<Int, Int>(limit: 50)
    for _ in 1...500 {
      let key = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: kept.remove(key)
      case 1...3: _ = kept.use(key)
      default:
        let cost = Int.random(in: 1...20, using: &random)
        kept.keep(cost, for: key, cost: cost)
        #expect(kept.use(key) == cost)
      }
      #expect(kept.cost <= 50)
      #expect(kept.cost == (0..<30).compactMap { kept.use($0) }.reduce(0, +))
    }
  }
}
