import Dispatch
import FetchedResults
import Flickr
import ListChanges
import ObjectGraph
import ObjectStore
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The matches of a search")
struct SearchTests {
  @Test("are gone through in the order of the list, around at its ends, and without those that are gone")
  func order() async throws {
    let records = (0..<40).map { PhotoRecord("\($0)", "Photo \($0 + 10)", by: "Ann") }
    let library = try await TestLibrary(records)
    let list = try library.photoList()
    list.turn(to: .all)
    try await list.load()
    let search = Search()
    let model = library.context.model
    var query = FetchRequest<Photo>(order: PhotoOrder.title.keys).query(in: model)
    query.predicate = Photo.containing("3")
    #expect(try await search.find("3", in: .photos, query, of: library.context.coordinator))
    // Photos 13, 23, 30 to 39 and 43; 23, 30 and 43 go.
    try library.library.delete(try ["13", "20", "33"].map { try library.photo($0) })
    let rows = search.matches.compactMap { list.list.controller.path(of: $0)?.row }
    #expect(rows.count == 10 && rows == rows.sorted())
    for cursor in 0..<list.list.controller.count {
      for (forward, including) in [(true, true), (true, false), (false, false)] {
        let found = search.match(
          from: RowPath(section: 0, row: cursor), forward: forward, includingCursor: including,
          path: list.list.controller.path(of:))
        let ahead =
          forward ? rows.first { including ? $0 >= cursor : $0 > cursor } : rows.last { $0 < cursor }
        #expect(found?.row == ahead ?? (forward ? rows.first : rows.last), "from \(cursor)")
        // A count is as many steps.
        var step = found
        for count in 2...23 {
          step = step.flatMap { step in
            search.match(
              from: step, forward: forward, includingCursor: false, path: list.list.controller.path(of:))
          }
          let counted = search.match(
            from: RowPath(section: 0, row: cursor), forward: forward, includingCursor: including,
            count: count,
            path: list.list.controller.path(of:))
          #expect(counted == step, "\(count) from \(cursor)")
        }
      }
    }
  }

  @Test("are not known while the store is searched", .timeLimit(.minutes(10)))
  func searching() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "One", by: "Ann")])
    let coordinator = library.context.coordinator
    let search = Search()
    var query = FetchRequest<Photo>().query(in: library.context.model)
    query.predicate = Photo.containing("One")
    let one = query
    #expect(try await search.find("One", in: .photos, one, of: coordinator))
    #expect(search.matches.count == 1 && !search.isSearching)
    // The store has only one reader for lists and searches.
    let (readings, continuation) = AsyncStream<Void>.makeStream()
    let mayEnd = DispatchSemaphore(value: 0)
    let reading = Task {
      try await coordinator.read { _ in
        continuation.yield()
        mayEnd.wait()
      }
    }
    for await _ in readings { break }
    let finding = Task { try await search.find("on", in: .photos, one, of: coordinator) }
    try await until { search.text == "on" }
    #expect(search.isSearching && search.matches.isEmpty)
    mayEnd.signal()
    #expect(try await finding.value)
    #expect(search.matches.count == 1 && !search.isSearching)
    try await reading.value
    let interrupted = Task { try await search.find("o", in: .photos, one, of: coordinator) }
    try await until { search.text == "o" }
    search.forget()
    #expect(!search.isSearching)
    _ = try await interrupted.value
    #expect(search.matches.isEmpty && search.text.isEmpty)
  }

  @Test("are none where none is left")
  func none() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "One", by: "Ann")])
    let search = Search()
    #expect(
      search.match(from: RowPath(section: 0, row: 0), forward: true, includingCursor: true) { _ in nil }
        == nil)
    var query = FetchRequest<Photo>().query(in: library.context.model)
    query.predicate = Photo.containing("One")
    #expect(try await search.find("One", in: .photos, query, of: library.context.coordinator))
    #expect(search.matches.count == 1)
    #expect(
      search.match(from: RowPath(section: 0, row: 0), forward: false, includingCursor: false) { _ in nil }
        == nil)
  }
}

@MainActor extension Search {
  /// Searches from the beginning to the end.
  fileprivate func find(
    _ text: String, in pane: ListsScreen.Pane, _ query: StoreQuery, of coordinator: PersistentStoreCoordinator
  ) async throws -> Bool {
    let number = begin(text, in: pane)
    defer { end(number) }
    return try await find(number, query, of: coordinator)
  }
}
