import FetchedResults
import Flickr
import ListChanges
import ObjectGraph
import PhotoLibrary
import Terminal
import TestSupport
import Testing

@testable import Browser
@testable import TerminalUI

@MainActor @Suite("The list of photographers")
struct PhotographerListTests {
  private static let names = ["bob", "Ärzte", "Ann", "@home", "Émile", "Bea", "山田", "ann"]

  private func list() async throws -> (TestLibrary, PhotographerList) {
    let records = Self.names.enumerated().map { PhotoRecord("\($0)", "Photo \($0)", by: $1) }
    let library = try await TestLibrary(records + [PhotoRecord("90", "More", by: "Bea")])
    let list = try PhotographerList(
      context: library.context, facts: PhotographerFacts(context: library.context))
    try await list.load()
    return (library, list)
  }

  @Test("They stand in sections by first letters, whatever their case, accents and signs")
  func sections() async throws {
    let (library, list) = try await list()
    let names = list.list.titles(\.name)
    #expect(
      names.map { Set($0) } == [["Ann", "ann", "Ärzte"], ["Bea", "bob"], ["Émile"], ["@home"], ["山田"]])
    #expect(names[1] == ["Bea", "bob"])
    withExtendedLifetime(library) {}
  }

  @Test("The number of photos follows what comes and goes")
  func counts() async throws {
    let (library, list) = try await list()
    func count() throws -> String {
      let bea = try #require(try library.photo("90").photographer).objectID
      let path = try #require(list.list.controller.path(of: bea))
      return try #require(list.list.lines.source.rows(at: [path]).first).trailing
    }
    #expect(try count() == "2")
    try await library.importPhotos([
      PhotoRecord("91", "Another", by: "Bea"), PhotoRecord("92", "One", by: "Cid"),
    ])
    #expect(try count() == "3")
    try await library.library.delete([try library.photo("91")]).committed()
    #expect(try count() == "2")
    try library.library.undo()
    #expect(try count() == "3")
  }

  @Test("A filter keeps the cursor on its photographer, and goes away again")
  func filter() async throws {
    let (library, list) = try await list()
    let bob = try #require(try library.photo("0").photographer).objectID
    list.list.select(bob)
    try await list.show(matching: "b")
    #expect(list.list.titles(\.name).flatMap { $0 } == ["Bea", "bob"])
    #expect(list.list.selectedID == bob)
    try await list.show(matching: "nothing like it")
    #expect(list.list.selectedID == nil)
    try await list.show(matching: "")
    #expect(list.list.controller.count == Self.names.count)
  }

  @Test("A filter that is taken back at once lists all photographers")
  func takenBack() async throws {
    let bench = try await TestBrowser(["Ann", "Bob"].map { PhotoRecord($0, "Photo", by: $0) })
    let list = bench.browser.lists.photographers
    bench.surface.send([.key("f"), .key("b"), .key(.backspace), .key(.enter)])
    try await bench.idle()
    #expect(list.filter == "" && list.list.controller.count == 2)
    bench.surface.send([.key("f"), .key("b"), .key(.control("c"))])
    try await bench.idle()
    #expect(list.filter == "" && list.list.controller.count == 2)
  }

  @Test("A jump back and an undo end a filter that hides the photographer of their photos")
  func hiding() async throws {
    let names = ["Ann", "Ann", "Bob"]
    let bench = try await TestBrowser(
      names.enumerated().map { PhotoRecord("\($0)", "Photo \($0)", by: $1) })
    let list = bench.browser.lists.photographers
    try await bench.type("a\tfBob\r")
    #expect(bench.titles.count == 3 && list.list.controller.count == 1)
    try await bench.press(.control("o"))
    #expect(list.filter == "" && list.selectedName == "Ann" && bench.titles == ["Photo 0", "Photo 1"])
    try await bench.type("ljd\tfBob\r")
    #expect(list.selectedName == "Bob" && bench.titles == ["Photo 2"])
    try await bench.type("u")
    #expect(bench.message == "Brought back “Photo 1”")
    #expect(list.filter == "" && list.selectedName == "Ann" && bench.titles == ["Photo 0", "Photo 1"])
    #expect(bench.photos.list.selectedID == (try bench.photo("1").objectID))
  }

  @Test("A jump back lists no other photos if the rows that a filter hides cannot be read")
  func failedJump() async throws {
    var counting: CountingStore?
    let records = ["Ann", "Bob"].enumerated().map { PhotoRecord("\($0)", "Photo \($0)", by: $1) }
    let bench = try await TestBrowser(records) { store in
      let wrapped = CountingStore(store)
      counting = wrapped
      return wrapped
    }
    let store = try #require(counting)
    try await bench.type("a\tfBob\r")
    store.isFailing = true
    try await bench.press(.control("o"))
    store.isFailing = false
    #expect(bench.browser.lists.photographers.filter == "Bob" && bench.photos.scope == .all)
    #expect(bench.titles.count == 2)
  }

  @Test("A filter whose rows cannot be read is none, and can be typed again")
  func failing() async throws {
    let (library, store) = try await TestLibrary.counted(
      ["Ann", "Bob"].map { PhotoRecord($0, "Photo", by: $0) })
    let list = try PhotographerList(
      context: library.context, facts: PhotographerFacts(context: library.context))
    try await list.load()
    store.isFailing = true
    await #expect(throws: (any Error).self) { try await list.show(matching: "b") }
    #expect(list.filter == "")
    store.isFailing = false
    try await list.show(matching: "b")
    #expect(list.filter == "b" && list.list.titles(\.name) == [["Bob"]])
  }

  @Test("A filter of which only the first rows can be read keeps its text, also when the next one fails")
  func failingInPart() async throws {
    let (library, store) = try await TestLibrary.counted(
      (0..<300).map { PhotoRecord("\($0)", "Photo", by: $0 < 250 ? "Bob \($0)" : "Cid \($0)") })
    let list = try PhotographerList(
      context: library.context, facts: PhotographerFacts(context: library.context))
    try await list.load()
    try await list.list.loadRest()
    list.list.onChange = { store.isFailing = true }
    await #expect(throws: (any Error).self) { try await list.show(matching: "bob") }
    await #expect(throws: (any Error).self) { try await list.show(matching: "cid") }
    #expect(list.filter == "bob" && !list.list.controller.isComplete)
    (list.list.onChange, store.isFailing) = ({}, false)
    #expect(list.list.titles(\.name).joined().allSatisfy { $0.hasPrefix("Bob") })
    try await list.show(matching: "cid")
    #expect(list.filter == "cid" && list.list.controller.count == 50)
  }
}

extension PhotographerList {
  /// Lists photographers whose names contain a text.
  fileprivate func show(matching text: String) async throws {
    filter = text
    try await listFiltered()
  }
}
