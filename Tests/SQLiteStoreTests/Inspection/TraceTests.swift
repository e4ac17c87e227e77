import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The trace of statements")
@MainActor
struct TraceTests {
  private func fetch(_ library: InspectedLibrary) throws -> SQLTraceEvent {
    let before = library.log.events.count
    let request = FetchRequest<Book>(where: try FetchPredicate("isbn > 'isbn 1'"))
    #expect(try library.context.fetch(request).count == 2)
    return try #require(
      library.log.events.dropFirst(before).last { $0.statement.hasPrefix("SELECT") })
  }

  @Test("A fetch is one event with its statement, rows and duration, and without values")
  func fetch() throws {
    let library = try InspectedLibrary()
    let event = try fetch(library)
    #expect(event.rows == 2 && event.duration > .zero && event.expandedStatement == nil)
    #expect(event.statement.contains("?") && event.path == library.store.path)
    #expect(event.description.contains("2 rows"))
  }

  @Test("No event contains a value of the user, unless the hook asks for them")
  func redaction() throws {
    for includesValues in [false, true] {
      let library = try InspectedLibrary(includesValues: includesValues)
      _ = try fetch(library)
      let events = library.log.events
      #expect(events.contains { $0.statement.hasPrefix("INSERT") })
      let found = events.contains { "\($0)".contains("Secret Author") || "\($0)".contains("isbn 1") }
      #expect(found == includesValues)
    }
  }

  @Test("Statements of the opening, the writer and background readings are traced")
  func connections() async throws {
    let library = try InspectedLibrary()
    let worker = try library.container.makeBackgroundContext()
    try await worker.perform { try $0.insert(Book.self).title = "Another" }
    try await worker.save()
    _ = try await library.context.fetchInBackground(FetchRequest<Author>())
    let statements = library.log.events.map(\.statement)
    for beginning in ["CREATE TABLE", "BEGIN IMMEDIATE", "INSERT INTO ZBOOK", "COMMIT"] {
      #expect(statements.contains { $0.hasPrefix(beginning) }, "\(beginning)")
    }
    #expect(statements.contains { $0.hasPrefix("SELECT") && $0.contains("ZAUTHOR") })
  }
}
