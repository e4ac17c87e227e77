import ObjectGraph
import PictureLooks
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Separations of look-alikes", .timeLimit(.minutes(10)))
struct SeparationTests {
  @Test(
    "A separation is read as it was written, and as earlier versions wrote those without others",
    arguments: [
      (Separation(photos: ["1", "2"], others: ["3", "file:ab"]), "1\n2\n\t3\tfile:ab"),
      (Separation(photos: ["1"], others: ["2"]), "1\n\t2"),
      (Separation(photos: ["1", "file:ab", "3"]), "1\nfile:ab\n3"),
    ])
  func text(separation: Separation, text: String) {
    #expect(separation.text == text)
    #expect(Separation(text: text) == separation)
  }

  @Test(
    "Two photos are apart if a separation has both, and not only as others",
    arguments: Seeds.range(quick: 3, long: 100))
  func sets(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ids = (0..<12).map { "\($0)" }
    let separations = (0..<4).map { _ in
      let some = ids.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random))
      let count = Int.random(in: 1...some.count, using: &random)
      return Separation(photos: Array(some.prefix(count)), others: Array(some.dropFirst(count)))
    }
    let sets = UnlikeSets(separations.map { Separation(text: $0.text) })
    var found: Set<Bool> = []
    for one in ids {
      for other in ids where other != one {
        let areApart = separations.contains { separation in
          Set([one, other]).isSubset(of: separation.photos + separation.others)
            && !Set([one, other]).isSubset(of: separation.others)
        }
        found.insert(areApart)
        #expect(
          sets[one].own.isDisjoint(with: sets[other].apart) == !areApart, "seed \(seed): \(one), \(other)")
      }
    }
    #expect(found == [true, false], "seed \(seed)")
  }

  @Test(
    "Photos that are separated from a stack are one object, and the others stay a stack of the same number")
  func oneObject() async throws {
    let looks = try await LooksLibrary("a1", "a8", "a7", "a4", "a5", "a6")
    #expect(try looks.stacks() == ["2 3 6 5 4 1 (6, 4)"])
    let number = try #require(try looks.test.photo("2").look?.stack)
    try looks.library.separate([looks.test.photo("2"), looks.test.photo("5")], fromStack: number)
    #expect(try looks.stacks() == ["3 6 4 1 (4, 4)"])
    #expect(try looks.library.photos(ofStack: number).map(\.flickrID) == ["3", "6", "4", "1"])
    #expect(try await looks.foundStacks() == ["3 6 4 1 (4, 4)"])
    #expect(try await looks.test.rows([UnlikePhotos.self]).count == 1)
    try looks.library.undo()
    #expect(try await looks.foundStacks() == ["2 3 6 5 4 1 (6, 4)"])
    #expect(try await looks.test.rows([UnlikePhotos.self]).isEmpty)
  }

  @Test("A separation concerns photos of which it has at least two")
  func concerned() {
    let separation = Separation(photos: ["1"], others: ["2", "3"])
    #expect(separation.separates(["1", "2"]) && separation.separates(["2", "3", "4"]))
    #expect(!separation.separates(["1", "4"]) && !separation.separates([]))
  }

  @Test(
    "Photos that an earlier version separated in pairs stay apart when the best of their stack is deleted")
  func pairsAfterDeletion() async throws {
    let looks = try await LooksLibrary("a1", "a4", "a3", "a2", "b1")
    let worker = try looks.test.makeBackgroundContext()
    try await worker.perform { context in
      for ids in ["3\n4", "5\n9"] { try context.insert(UnlikePhotos.self).ids = ids }
    }
    try await worker.save()
    try await looks.test.delete("2")
    #expect(try looks.stacks() == ["3 1 (2, 4)"])
    #expect(try await looks.foundStacks() == ["3 1 (2, 4)"])
  }

  @Test("Photos that an earlier version separated in pairs stay apart")
  func pairs() async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2")
    let worker = try looks.test.makeBackgroundContext()
    try await worker.perform { context in
      for ids in ["2\n3", "2\n1"] { try context.insert(UnlikePhotos.self).ids = ids }
    }
    try await worker.save()
    #expect(try await looks.foundStacks() == ["3 1 (2, 4)"])
  }
}
