import FetchedResults
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Plans of the library's queries")
struct QueryPlanTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path("library.sqlite"), model: LibraryModel.make())
  }

  /// Returns the lines of the plan of a query.
  private func plan(_ query: StoreQuery, _ columns: SQLQuery.Columns) throws -> [String] {
    let sql = try SQLQuery(query: query, layout: store.layout, columns: columns)
    let connection = try Connection(path: folder.path("library.sqlite"), access: .readOnly)
    var lines: [String] = []
    try connection.forEachRow("EXPLAIN QUERY PLAN " + sql.sql, sql.bindings) { lines.append($0.text(3)) }
    return lines
  }

  @Test("A list of all photos reads nothing but the index of its order", arguments: PhotoOrder.allCases)
  func allPhotos(order: PhotoOrder) throws {
    let query = FetchRequest<Photo>(order: order.keys).query(in: store.model)
    let plan = try plan(query, .paths(order.keys.map(\.path)))
    #expect(plan.first?.contains("USING COVERING INDEX") == true, "\(plan)")
    #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(plan)")
  }

  @Test("The first photos of an order are read from its index", arguments: PhotoOrder.allCases)
  func firstPhotos(order: PhotoOrder) throws {
    let query = FetchRequest<Photo>(order: order.keys, limit: 50).query(in: store.model)
    let plan = try plan(query, .row)
    #expect(plan.first?.contains("USING INDEX") == true, "\(plan)")
  }

  @Test("The photos of a photographer are found by that reference", arguments: PhotoOrder.allCases)
  func photosOfOne(order: PhotoOrder) throws {
    let photographer = ManagedObjectID(
      entity: store.model.number(of: Photographer.self), key: 1, in: StoreIdentity(store.identifier))
    let query = FetchRequest<Photo>(where: Photo.taken(by: photographer), order: order.keys)
    let plan = try plan(query.query(in: store.model), .paths(order.keys.map(\.path)))
    #expect(plan.first?.contains("(ZPHOTOGRAPHER=?)") == true, "\(plan)")
  }
}
