import TestSupport
import Testing

@testable import ObjectModel

@Suite("The names of slots")
struct SlotNamesTests {
  @Test("Each name has its slot, and no other name has one", arguments: [0, 1, 2, 15, 16, 27, 200])
  func lookUps(_ count: Int) {
    let seed = Seeds.range(quick: 1, long: 1).lowerBound
    var random = SeededGenerator(seed: seed)
    // Short names of few letters, so that many are at the same place.
    let all = (0..<2 * count + 20).map { _ in
      String(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in "abT".randomElement(using: &random) ?? "a" })
    }
    let names = Array(all.prefix(count))
    let slots = SlotNames(names)
    for name in all {
      #expect(slots[name] == names.firstIndex(of: name).map { Slot($0) }, "seed \(seed) \(name)")
    }
  }

  @Test("Names that are equal are the same name, however their letters are encoded")
  func equalNames() {
    let slots = SlotNames(["title", "gr\u{F6}\u{DF}e"])
    #expect(slots["gro\u{308}\u{DF}e"] == 1)
    #expect(slots["title"] == 0)
    #expect(slots["grosse"] == nil)
  }
}
