import Flickr
import ObjectGraph
import PhotoLibrary
import Terminal
import Testing

@testable import Browser

@MainActor @Suite("A search in lists that change", .timeLimit(.minutes(10)))
struct SearchAgainTests {
  private func bench() async throws -> TestBrowser {
    let photos = [("Blue house", "Ann"), ("Old house", "Ann"), ("Green house", "Bob"), ("House", "Bob")]
    return try await TestBrowser(
      photos.enumerated().map { PhotoRecord("\($0)", $1.0, by: $1.1) })
  }

  private func matches(_ bench: TestBrowser) -> [String] {
    bench.browser.lists.search.matches.compactMap {
      (bench.library.context.object(with: $0) as? Photo)?.title
    }
  }

  @Test("The matches are those of the photos that are listed, after other photos and another filter")
  func lists() async throws {
    let bench = try await bench()
    try await bench.type("l/hous\r")
    #expect(matches(bench) == ["Blue house", "Old house"])
    try await bench.type("\tj\t")
    #expect(bench.titles == ["Green house", "House"] && matches(bench) == ["Green house", "House"])
    try await bench.type("n")
    #expect(bench.photos.list.selected?.title == "House" && !bench.message.contains("Nothing found"))
    try await bench.type("a")
    #expect(matches(bench).count == 4)
    try await bench.type("fgreen\r")
    #expect(matches(bench) == ["Green house"])
    try await bench.type("f")
    for _ in 0..<5 { try await bench.press(.backspace) }
    try await bench.type("\r")
    #expect(bench.titles.count == 4 && matches(bench).count == 4)
  }

  @Test(
    "A search that is canceled leaves the former one, its matches and the place of the cursor",
    arguments: ["", "gre"])
  func canceling(typed: String) async throws {
    let bench = try await bench()
    try await bench.type("a/hous\rn")
    let place = bench.photos.list.selectedID
    #expect(matches(bench).count == 4)
    try await bench.type("/" + typed)
    #expect(matches(bench).count == (typed.isEmpty ? 4 : 1))
    try await bench.press(.escape)
    #expect(bench.prompt == nil && bench.photos.list.selectedID == place)
    #expect(bench.browser.lists.search.text == "hous" && matches(bench).count == 4)
    // Without a former search there is none.
    try await bench.press(.escape)
    try await bench.type("/" + typed)
    try await bench.press(.escape)
    #expect(bench.browser.lists.search.text.isEmpty && matches(bench).isEmpty)
  }

  @Test("A text that is no query is not accepted, and is not searched for by what was typed before")
  func noQuery() async throws {
    let bench = try await bench()
    try await bench.type("a/year:2024x\r")
    let prompt = try #require(bench.prompt)
    #expect(prompt.note?.isEmpty == false)
    #expect(bench.browser.session.history.texts["search"] == nil)
    try await bench.press(.backspace)
    try await bench.type("\r")
    #expect(bench.prompt == nil && bench.browser.lists.search.text == "year:2024")
  }

  @Test("The matches are in a new order of the photos, also if keys go to the left list")
  func order() async throws {
    let bench = try await bench()
    try await bench.type("a/hous\r\t")
    #expect(bench.browser.lists.focus == .master)
    #expect(matches(bench) == ["Blue house", "Green house", "House", "Old house"])
    try await bench.type("O")
    #expect(matches(bench) == ["Old house", "House", "Green house", "Blue house"])
  }
}
