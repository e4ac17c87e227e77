import ObjectGraph
import PhotoLibrary

/// A list in the left pane, each of whose rows stands for photos that the right pane lists.
protocol MasterList: AnyObject {
  /// The rows.
  var rows: any RowList { get }
  /// A Boolean value that indicates whether the rows are those of the library, and not still to come.
  var isReady: Bool { get }
  /// A Boolean value that indicates whether the rows could not be read, and may come later.
  var hasFailed: Bool { get }
  /// The name of what the rows are, such as `photographers`.
  var name: String { get }
  /// The text that the names of the rows contain; empty without a filter.
  ///
  /// It can be set at any time; ``listFiltered()`` lists the rows.
  var filter: String { get set }
  /// The texts with which rows were requested last, the newest last: the listed rows are those of one of them.
  var requestedFilters: [String] { get set }
  /// The groups that are listed; `nil` for photographers.
  var grouping: PhotoGrouping? { get }
  /// The photos of the row under the cursor; `nil` in an empty list.
  var scope: PhotoScope? { get }
  /// The name of the row under the cursor.
  var selectedName: String? { get }
  /// The coordinator of the store that has the rows.
  var coordinator: PersistentStoreCoordinator { get }

  /// Returns the ID of the row of some photos, whether the filter lists it or not; `nil` if there is none.
  func rowID(of scope: PhotoScope) -> ManagedObjectID?
  /// Lists the rows whose names contain a text.
  func replaceRows(matching text: String) async throws
  /// Returns a Boolean value that indicates whether the listed rows, all or a part, are those whose names contain a text.
  func lists(_ text: String) -> Bool
  /// Returns the query of the listed rows whose names contain a text.
  func query(matching text: String) -> StoreQuery
  /// Reads again what could not be read before.
  func loadMissing() async throws
}

extension MasterList {
  /// Moves the cursor to the row of some photos, if it is listed.
  func select(_ scope: PhotoScope) {
    if let id = rowID(of: scope) { rows.select(id) }
  }

  /// Returns a Boolean value that indicates whether the filter hides the row of some photos.
  func hides(_ scope: PhotoScope) -> Bool {
    !filter.isEmpty && rowID(of: scope).map { rows.path(of: $0) == nil } ?? false
  }

  /// The text that the names of the listed rows contain.
  private var listedFilter: String { requestedFilters.last { lists($0) } ?? "" }

  /// Lists the rows whose names contain the text of ``filter``.
  ///
  /// If they cannot be read, the rows stay, or are a part of those that match; the text is that of the listed rows, unless
  /// it was set meanwhile.
  func listFiltered() async throws {
    let text = filter
    // From now on, no former request lists anything.
    requestedFilters = [listedFilter, text]
    do {
      try await replaceRows(matching: text)
    } catch {
      if filter == text { filter = listedFilter }
      throw error
    }
  }
}
