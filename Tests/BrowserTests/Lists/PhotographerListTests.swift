import FetchedResults
import Flickr
import ListChanges
import ObjectGraph
import PhotoLibrary
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
      return list.list.lines.source.row(at: path).trailing
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
    try await list.filter("b")
    #expect(list.list.titles(\.name).flatMap { $0 } == ["Bea", "bob"])
    #expect(list.list.selectedID == bob)
    try await list.filter("nothing like it")
    #expect(list.list.selectedID == nil)
    try await list.filter("")
    #expect(list.list.controller.count == Self.names.count)
  }

}
