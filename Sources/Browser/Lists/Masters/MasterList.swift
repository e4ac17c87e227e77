import ObjectGraph
import PhotoLibrary

/// A list in the left pane, each of whose rows stands for photos that the right pane lists.
protocol MasterList: AnyObject {
  /// The rows.
  var rows: any RowList { get }
  /// A Boolean value that indicates whether the rows are those of the library, and not still to come.
  var isReady: Bool { get }
  /// The name of what the rows are, such as `photographers`.
  var name: String { get }
  /// The text that the names of the rows contain; empty without a filter.
  var filter: String { get }
  /// The groups that are listed; `nil` for photographers.
  var grouping: PhotoGrouping? { get }
  /// The photos of the row under the cursor; `nil` in an empty list.
  var scope: PhotoScope? { get }
  /// The name of the row under the cursor.
  var selectedName: String? { get }
  /// The coordinator of the store that has the rows.
  var coordinator: PersistentStoreCoordinator { get }

  /// Moves the cursor to the row of some photos, if there is one.
  func select(_ scope: PhotoScope)
  /// Lists the rows whose names contain a text.
  func filter(_ text: String) async throws
  /// Returns the query of the listed rows whose names contain a text.
  func query(matching text: String) -> StoreQuery
}
