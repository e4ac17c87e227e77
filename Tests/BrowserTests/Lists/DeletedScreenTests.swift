import Flickr
import ObjectGraph
import ObjectStore
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The deleted photos", .timeLimit(.minutes(10)))
struct DeletedScreenTests {
  private static let records = (1...4).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") }

  /// A browser that lists the photos which are left when others were deleted, one after the other.
  private func bench(
    deleting ids: String..., wrapping: (any PersistentStore) -> any PersistentStore = { $0 }
  ) async throws -> TestBrowser {
    let bench = try await TestBrowser(Self.records, wrapping: wrapping)
    for id in ids { try await bench.library.library.delete([bench.photo(id)]).committed() }
    try await bench.type("a")
    return bench
  }

  private func titles(_ bench: TestBrowser) throws -> [String] {
    try #require(bench.browser.deleted).list.titles(\.title).flatMap { $0 }
  }

  @Test("They are a choice with their number, and listed with the photographer, the last one first")
  func listing() async throws {
    let bench = try await bench(deleting: "3", "1")
    #expect(bench.browser.collectionChoices.contains { $0.text == "deleted" })
    let counted = try await bench.browser.countedCollectionChoices()
    #expect(counted.first { $0.text == "deleted" }?.meaning.hasSuffix("2 photos") == true)
    try await bench.run("source deleted")
    #expect(try titles(bench) == ["Photo 1", "Photo 3"])
    let row = try #require(bench.browser.deleted?.list.row(number: 1))
    #expect(row.details == ["Ann"] && row.note == "" && row.trailing == "just now")
    try await bench.type("q")
    #expect(bench.browser.deleted == nil && bench.titles == ["Photo 2", "Photo 4"])
  }

  @Test("A search that was saved under their name before is still listed by that name")
  func searchOfThatName() async throws {
    let bench = try await bench(deleting: "3")
    try bench.library.library.saveSearch(named: "deleted", "Photo 1")
    try await bench.run("source deleted")
    #expect(bench.browser.deleted == nil && bench.titles == ["Photo 1"])
    try bench.library.library.deleteSearch(named: "deleted")
    try await bench.run("source deleted")
    #expect(try titles(bench) == ["Photo 3"])
  }

  @Test("Enter restores the photo under the cursor, a number some from there on, and undo deletes them again")
  func restoring() async throws {
    let bench = try await bench(deleting: "4", "3", "1")
    try await bench.run("source deleted")
    try await bench.type("j\r")
    #expect(bench.message == "Restored “Photo 3”" && bench.hint == "u undo")
    #expect(try titles(bench) == ["Photo 1", "Photo 4"])
    #expect(bench.titles == ["Photo 2", "Photo 3"])
    try await bench.type("g2\r")
    #expect(bench.message == "Restored 2 photos")
    #expect(try titles(bench) == [] && bench.titles.count == 4)
    try await bench.type("\r")
    #expect(bench.message == "No photo is deleted")
    try await bench.type("uu")
    #expect(try titles(bench) == ["Photo 1", "Photo 3", "Photo 4"] && bench.titles == ["Photo 2"])
    await bench.library.library.savesFinished()
    #expect(try bench.library.library.deletedPhotos().map(\.flickrID) == ["1", "3", "4"])
  }

  @Test("A photo that is deleted or restored elsewhere comes to the list and goes from it")
  func following() async throws {
    let bench = try await bench(deleting: "1")
    try await bench.run("source deleted")
    try await bench.library.library.delete([bench.photo("2")]).committed()
    #expect(try titles(bench) == ["Photo 2", "Photo 1"])
    try await bench.library.library.restore(["1"]).committed()
    #expect(try titles(bench) == ["Photo 2"])
  }

  @Test(
    "What makes no sense for a deleted photo says so",
    arguments: [
      ("d", "Delete: restore the photo first (Enter)"), ("T", "Tag: restore the photo first (Enter)"),
      (":trash\r", "Move to the trash: restore the photo first (Enter)"),
      ("S", "Look at: go back to the list first (q)"), ("f", "Filter: go back to the list first (q)"),
    ])
  func refusing(keys: String, reason: String) async throws {
    let bench = try await bench(deleting: "1")
    try await bench.run("source deleted")
    try await bench.type(keys)
    #expect((bench.prompt?.note ?? bench.message) == reason)
    #expect(try titles(bench) == ["Photo 1"])
  }

  @Test("Restoring is named where it cannot be called")
  func elsewhere() async throws {
    let bench = try await bench(deleting: "1")
    let reason = "Restore: choose the deleted photos first (S)"
    #expect(throws: CommandLineError.unavailable(reason: reason)) { try bench.browser.run("restore") }
  }

  @Test("With a library on another machine, they are listed and restored as well")
  func remote() async throws {
    let bench = try await bench(deleting: "3", "1") { CountingStore($0, isRemote: true) }
    try await bench.run("source deleted")
    #expect(try titles(bench) == ["Photo 1", "Photo 3"])
    try await bench.type("\r")
    #expect(bench.message == "Restored “Photo 1”")
    #expect(try titles(bench) == ["Photo 3"] && bench.library.library.photo("1") != nil)
  }
}
