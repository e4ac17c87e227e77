import ObjectGraph
import PhotoLibrary
import PictureLooks
import Testing

@MainActor
@Suite("Stacks of look-alikes in a library", .timeLimit(.minutes(10)))
struct StackTests {
  @Test("Photos that look alike are a stack, the best first with the reason")
  func found() async throws {
    let looks = try await LooksLibrary("a1", "b9", "a3", "c7", "a2", "c7")
    // 4: most views; 5: nothing but the order in which they came.
    #expect(try looks.stacks() == ["3 5 1 (3, 4)", "4 6 (2, 5)"])
    #expect(try looks.test.photo("2").look?.stack == nil)
    let counts = try await looks.keeper.findStacks()
    #expect((counts.stacks, counts.photos, counts.changed) == (2, 5, 0))
  }

  @Test("A second search without changes writes nothing")
  func unchanged() async throws {
    let looks = try await LooksLibrary("a1", "a3", "b1")
    let before = try await looks.test.rows([Photo.self, Look.self])
    try await looks.keeper.findStacks()
    #expect(try await looks.test.rows([Photo.self, Look.self]) == before)
  }

  @Test("Resolving stacks keeps the best photo of each, in one undoable event")
  func resolved() async throws {
    let looks = try await LooksLibrary("a1", "a3", "b1", "b2", "c1", "a2")
    let before = try looks.stacks()
    let numbers = try looks.test.photos().compactMap { $0.look?.stackSize == nil ? nil : $0.look?.stack }
    #expect(try looks.library.resolveStacks(numbers) == 3)
    #expect(try looks.test.photos().map(\.flickrID) == ["2", "4", "5"])
    #expect(try looks.stacks() == [])
    #expect(try looks.library.resolveStacks(numbers) == 0)
    try looks.library.undo()
    #expect(try looks.test.photos().count == 6)
    #expect(try looks.stacks() == before)
    try looks.library.redo()
    #expect(try looks.stacks() == [])
    #expect(looks.library.context.undoHistory?.canRedo == false)
    try await looks.synced()
    #expect(try await looks.foundStacks() == [])
    #expect(try await looks.test.isSound())
  }

  @Test("Photos that are said not to be alike stay apart, until that is undone")
  func separated() async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2", "b1")
    let number = try #require(try looks.test.photo("2").look?.stack)
    try looks.library.separateStacks([number])
    #expect(try looks.stacks() == [])
    #expect(try await looks.foundStacks() == [])
    try looks.library.undo()
    #expect(try looks.stacks() == ["2 3 1 (3, 4)"])
    #expect(try await looks.foundStacks() == ["2 3 1 (3, 4)"])
    try looks.library.redo()
    #expect(try await looks.foundStacks() == [])
  }

  @Test("One photo leaves its stack, also the best one, and the others remain", arguments: ["1", "2"])
  func separatedOne(id: String) async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2", "b1")
    let photo = try looks.test.photo(id)
    try looks.library.separate([photo], fromStack: try #require(photo.look?.stack))
    let expected = [id == "1" ? "2 3 (2, 4)" : "3 1 (2, 4)"]
    #expect(try looks.stacks() == expected)
    #expect(try await looks.foundStacks() == expected)
    try looks.library.undo()
    #expect(try looks.stacks() == ["2 3 1 (3, 4)"])
  }

  @Test("A photo that is deleted and comes back is in its stack again after a search")
  func deletedAndRestored() async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2")
    try await looks.test.delete("2")
    #expect(try await looks.foundStacks() == ["3 1 (2, 4)"])
    try looks.library.undo()
    #expect(try await looks.foundStacks() == ["2 3 1 (3, 4)"])
    #expect(try await looks.test.isSound())
  }

  @Test("A stack becomes smaller with each deletion, and the last photo is in none, without a search")
  func deletedOneByOne() async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2", "b1")
    func alike() throws -> [String] {
      let condition = try looks.library.predicate(of: PhotoQuery("is:dup"))
      let photos = try looks.library.context.fetch(FetchRequest<Photo>(where: condition))
      return photos.map(\.flickrID).sorted()
    }
    try await looks.test.delete("1")
    #expect(try looks.stacks() == ["2 3 (2, 4)"])
    #expect(try alike() == ["2", "3"])
    try await looks.test.delete("2")
    #expect(try looks.stacks() == [])
    #expect(try alike() == [])
    #expect(try looks.test.photo("3").look != nil)
    try looks.library.undo()
    #expect(try looks.stacks() == ["2 3 (2, 4)"])
    try looks.library.undo()
    #expect(try looks.stacks() == ["2 3 1 (3, 4)"])
    try looks.library.redo()
    #expect(try looks.stacks() == ["2 3 (2, 4)"])
    try looks.library.redo()
    #expect(try looks.stacks() == [])
    #expect(try alike() == [])
    await looks.library.savesFinished()
    #expect(try await looks.foundStacks() == [])
    #expect(try await looks.test.isSound())
  }

  @Test("The others of a stack without its best photo are a stack of the same number around the next one")
  func deletedBest() async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2")
    let number = try #require(try looks.test.photo("2").look?.stack)
    try await looks.test.delete("2")
    #expect(try looks.stacks() == ["3 1 (2, 4)"])
    for isSearched in [false, true] {
      if isSearched { #expect(try await looks.foundStacks() == ["3 1 (2, 4)"]) }
      #expect(try looks.library.photos(ofStack: number).map(\.flickrID) == ["3", "1"])
    }
    // Without another search.
    try looks.library.undo()
    #expect(try looks.stacks() == ["2 3 1 (3, 4)"])
    #expect(try looks.library.photos(ofStack: number).map(\.flickrID) == ["2", "3", "1"])
  }

  @Test("A photo that left its stack is the best of another one, and each stack has a number of its own")
  func bestOfAnother() async throws {
    let looks = try await LooksLibrary("a1", "a3", "a2", "b1")
    let best = try looks.test.photo("2")
    let number = try #require(best.look?.stack)
    try await looks.library.separate([best], fromStack: number).committed()
    let keeper = LookKeeper(container: looks.test.container, pause: .seconds(600))
    await keeper.keep(try LooksLibrary.look("b"), of: best.objectID)
    try await keeper.save()
    for _ in 0..<2 {
      #expect(try await looks.foundStacks() == ["2 4 (2, 4)", "3 1 (2, 4)"])
      #expect(try looks.library.photos(ofStack: number).map(\.flickrID) == ["3", "1"])
    }
    #expect(try await looks.test.isSound())
  }

  @Test("Photos that are like a deleted one, and not like each other, are in no stack")
  func deletedCenter() async throws {
    let looks = try await LooksLibrary("a9", "b1", "c1")
    let keeper = LookKeeper(container: looks.test.container, pause: .seconds(600))
    for (place, id) in ["2", "3"].enumerated() {
      var bytes = try LooksLibrary.look("a").bytes
      bytes[place] ^= 0b11111
      let look = try #require(PictureLook(bytes: bytes))
      await keeper.keep(look, of: try looks.test.photo(id).objectID)
    }
    try await keeper.save()
    try await looks.synced()
    #expect(try looks.stacks() == ["1 2 3 (3, 4)"])
    try await looks.test.delete("1")
    #expect(try looks.stacks() == [])
    #expect(try looks.test.photos().map { $0.look?.stack } == [nil, nil])
  }

  @Test("The deletion of a restored photo by an undo leaves no stack of one photo")
  func undoneRestoration() async throws {
    let looks = try await LooksLibrary("a1", "a3")
    try await looks.test.delete("2")
    try await looks.library.restore(["2"]).committed()
    let keeper = LookKeeper(container: looks.test.container, pause: .seconds(600))
    await keeper.keep(try LooksLibrary.look("a"), of: try looks.test.photo("2").objectID)
    try await keeper.save()
    try await looks.synced()
    #expect(try looks.stacks() == ["2 1 (2, 4)"])
    try looks.library.undo()
    #expect(try looks.test.photos().map(\.flickrID) == ["1"])
    #expect(try looks.test.photo("1").look?.stack == nil)
  }

  @Test("The photos that are said not to be alike are still so after they were deleted and restored")
  func remembered() async throws {
    let looks = try await LooksLibrary("a1", "a3")
    try looks.library.separateStacks([try #require(try looks.test.photo("1").look?.stack)])
    try await looks.test.delete("1", "2")
    try await looks.library.restore(["1", "2"]).committed()
    let keeper = LookKeeper(container: looks.test.container, pause: .seconds(600))
    for id in ["1", "2"] {
      await keeper.keep(try LooksLibrary.look("a"), of: try looks.test.photo(id).objectID)
    }
    try await keeper.save()
    #expect(try await looks.foundStacks() == [])
    #expect(try looks.test.photos().count { $0.look != nil } == 2)
  }
}
