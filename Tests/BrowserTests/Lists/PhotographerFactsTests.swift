import Flickr
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Facts about photographers")
struct PhotographerFactsTests {
  /// A library of photographers, of whom two are named Ann, and the store that counts how it is read.
  @MainActor private final class Photographers {
    let library: TestLibrary
    let facts: PhotographerFacts
    let store: CountingStore
    let all: [ManagedObjectID]

    init() async throws {
      var store: CountingStore?
      var records = (0..<12).map { PhotoRecord("\($0)", "Photo \($0)", by: "Name \($0)") }
      for index in 0..<2 { records[index].ownerName = "Ann" }
      let library = try await TestLibrary(records) {
        let counting = CountingStore($0)
        store = counting
        return counting
      }
      self.library = library
      self.store = try #require(store)
      all = try (0..<12).map { try #require(try library.photo("\($0)").photographer).objectID }
      facts = PhotographerFacts(context: library.context)
    }

    /// What distinguishes the photographers, with the number of readings for it.
    func distinctions(without gone: Int? = nil) throws -> (texts: [String?], reads: Int) {
      let before = store.counts
      let others = all.indices.filter { $0 != gone }
      facts.prepareDistinctions(of: others.map { all[$0] })
      var texts = all.map { _ -> String? in nil }
      for index in others {
        texts[index] = (library.context.object(with: all[index]) as? Photographer).flatMap(facts.distinction)
      }
      return (texts, (store.counts - before).reads)
    }
  }

  private static func texts(_ known: [Int: String] = [:]) -> [String?] { (0..<12).map { known[$0] } }

  private static let bothAnns = texts([0: "Name 0@N00", 1: "Name 1@N00"])

  @Test("A photographer that comes or goes changes only the distinctions of its namesakes")
  func comingAndGoing() async throws {
    let photographers = try await Photographers()
    let library = photographers.library
    #expect(try photographers.distinctions().texts == Self.bothAnns)
    #expect(try photographers.distinctions().reads == 0)
    // No other photographer has this name.
    try await library.library.delete([try library.photo("5")]).committed()
    #expect(try photographers.distinctions(without: 5) == (Self.bothAnns, 0))
    try library.library.undo()
    // It is read again itself.
    let back = try photographers.distinctions()
    #expect(back.texts == Self.bothAnns && back.reads <= 2)
    try await library.library.delete([try library.photo("1")]).committed()
    #expect(try photographers.distinctions().texts == Self.texts())
    try library.library.undo()
    #expect(try photographers.distinctions().texts == Self.bothAnns)
  }

  @Test(
    "A new name changes the distinctions of those who have the former one, and of those who have the new one")
  func renaming() async throws {
    let photographers = try await Photographers()
    let library = photographers.library
    #expect(try photographers.distinctions().texts == Self.bothAnns)
    for (name, distinguished) in [("Name 7", [0, 7]), ("Name 8", [0, 8]), ("Bob", []), ("Ann", [0, 1])] {
      var record = PhotoRecord("0", "Photo 0", by: "Name 0")
      record.ownerName = name
      try await library.importPhotos([record])
      let expected = Dictionary(uniqueKeysWithValues: distinguished.map { ($0, "Name \($0)@N00") })
      #expect(try photographers.distinctions().texts == Self.texts(expected), "\(name)")
    }
  }

  @Test("Many new photographers, or some that nothing shows, change all distinctions", arguments: [1, 20])
  func imported(count: Int) async throws {
    let photographers = try await Photographers()
    #expect(try photographers.distinctions().texts == Self.bothAnns)
    var records = (0..<count).map { PhotoRecord("\(100 + $0)", "New", by: "New \($0)") }
    records[0].ownerName = "Name 9"
    try await photographers.library.importPhotos(records)
    let expected = [0: "Name 0@N00", 1: "Name 1@N00", 9: "Name 9@N00"]
    #expect(try photographers.distinctions().texts == Self.texts(expected))
  }
}
