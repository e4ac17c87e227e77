import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Explanations of requests")
@MainActor
struct ExplainingTests {
  @Test("A request is explained by its statement, its values and the plan, with indexes and scans")
  func plans() throws {
    let library = try InspectedLibrary()
    let coordinator = library.container.coordinator
    let byKey = FetchRequest<Book>(where: try FetchPredicate("isbn == 'isbn 2'"))
    let indexed = try #require(try coordinator.explain(byKey))
    #expect(indexed.count == 1 && indexed[0].values == [.string("isbn 2")])
    #expect(indexed[0].statement.contains("ZISBN") && !indexed[0].statement.contains("isbn 2"))
    #expect(indexed[0].steps.contains { $0.contains("USING INDEX") }, "\(indexed[0])")
    let byNote = FetchRequest<Book>(
      where: try FetchPredicate("note == 'x'"), order: [FetchOrder("pages")], limit: 3)
    let scanned = try #require(try coordinator.explain(byNote)?.first)
    #expect(scanned.steps.contains { $0.hasPrefix("SCAN") }, "\(scanned)")
    #expect(scanned.steps.contains { $0.contains("TEMP B-TREE") }, "\(scanned)")
    #expect(scanned.description.contains("\n  SCAN"))
  }

  @Test("The explained statements are those that a fetch runs")
  func sameStatements() throws {
    let library = try InspectedLibrary()
    let request = FetchRequest<Book>(
      where: try FetchPredicate("author.name BEGINSWITH 'Secret'"), order: [FetchOrder("title")], limit: 2)
    let explained = try #require(try library.container.coordinator.explain(request))
    let before = library.log.events.count
    let reader = try library.store.makeReader()
    #expect(try reader.fetch(request.query(in: library.store.model)).count == 2)
    let run = library.log.events.dropFirst(before).map(\.statement)
    for explanation in explained { #expect(run.contains(explanation.statement)) }
  }

  @Test("A request that does not fit the entity is refused, and a store in memory explains nothing")
  func refusal() throws {
    let library = try InspectedLibrary()
    #expect(throws: FetchError.self) {
      try library.container.coordinator.explain(
        FetchRequest<Book>(where: try FetchPredicate("length == 1")))
    }
    let memory = PersistentStoreCoordinator(store: InMemoryStore(model: try Shelf.model()))
    #expect(try memory.explain(FetchRequest<Book>()) == nil)
  }
}
