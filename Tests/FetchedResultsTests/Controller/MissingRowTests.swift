import ListChanges
import ObjectGraph
import Testing

@testable import FetchedResults

/// A list of two sections with two rows and one, asked for what it does not show.
@Suite("Rows that a list does not show")
struct MissingRowTests {
  @MainActor
  private static func list() async throws -> (Library, FetchedResultsController<Photo>) {
    let library = try Library()
    for title in ["ant", "ant", "bee"] { try library.photo(title) }
    let controller = try library.controller(
      FetchRequest<Photo>(order: [FetchOrder("title")]), by: "title")
    try await controller.load()
    return (library, controller)
  }

  @Test("A row behind the last one of its section is refused, not taken from the next section")
  func row() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (library, controller) = try await Self.list()
      withExtendedLifetime(library) { _ = controller.objectID(at: RowPath(section: 0, row: 2)) }
    }
    #expect(result?.said("there is no row 2 in section 0, which shows 2") == true)
  }

  @Test("Of several rows, one behind the last of its section is refused")
  func rows() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (library, controller) = try await Self.list()
      let paths = [RowPath(section: 1, row: 0), RowPath(section: 1, row: 1)]
      withExtendedLifetime(library) { _ = controller.objects(at: paths) }
    }
    #expect(result?.said("there is no row 1 in section 1, which shows 1") == true)
  }

  @Test("A section behind the last one is refused")
  func section() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (library, controller) = try await Self.list()
      withExtendedLifetime(library) { _ = controller.sectionName(2) }
    }
    #expect(result?.said("there is no section 2: the list shows 2") == true)
  }

  @Test("A list has no path for an ID of another store, and refuses one in its predicate")
  @MainActor func foreignID() async throws {
    let (library, controller) = try await Self.list()
    let (other, _) = try await Self.list()
    let (id, foreignID) = (controller.objectID(at: 0), try other.context.fetchIDs(FetchRequest<Photo>())[0])
    #expect(id.key == foreignID.key)
    #expect(controller.path(of: id) != nil && controller.path(of: foreignID) == nil)
    #expect(throws: FetchError.objectOfOtherStore(foreignID)) {
      try library.controller(
        FetchRequest<Photo>(where: .comparison(.init("SELF", .equal, .value(.reference(foreignID))))))
    }
  }

  @Test("An index behind the last row is refused")
  func index() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (library, controller) = try await Self.list()
      withExtendedLifetime(library) { _ = controller.object(at: 3) }
    }
    #expect(result?.said("there is no row 3: the list shows 3") == true)
  }
}
