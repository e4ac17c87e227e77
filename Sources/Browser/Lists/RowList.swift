import FetchedResults
import ListChanges
import ObjectGraph
import TerminalUI

/// A list of objects, whatever they are: its view, its cursor, and the places of its objects.
protocol RowList: AnyObject {
  /// The visible view.
  var view: any CursorView { get }
  /// The rows as lines.
  var lines: ListView { get }
  /// The number of rows.
  var rowCount: Int { get }
  /// The ID of the object under the cursor.
  var selectedID: ManagedObjectID? { get }
  /// The texts whose places in titles are shown; `nil` for none.
  var matcher: TextMatcher? { get set }
  /// A Boolean value that indicates whether rows are missing that are being read.
  var isFilling: Bool { get }
  /// A Boolean value that indicates whether no row is missing before those that are listed.
  var hasFirstRow: Bool { get }
  /// A Boolean value that indicates whether the first rows are being read in place of others.
  var isRestarting: Bool { get }
  /// Called when the list shows something else, or the cursor is on another object.
  var onChange: () -> Void { get set }

  /// Reads the rows above and below those drawn last, if the library is on another machine.
  func readAround()
  /// Returns the place of an object, if it is in the list.
  func path(of id: ManagedObjectID) -> RowPath?
  /// Moves the cursor to an object, if it is in the list, and its row to a line of the view, if one is given and rows
  /// are lines.
  func select(_ id: ManagedObjectID, atLine line: Int?)
  /// Returns the content of a row by its number, from 1; `nil` beyond the ends.
  func row(number: Int) -> ListRow?
  /// Returns the heading of a section by the number of its first row; `nil` for other rows and without headings.
  func heading(number: Int) -> String?
  /// Begins to list the first rows in place of those further down, with the cursor on one by its number.
  ///
  /// - Returns: The work, which must be performed; ``loadRest()`` must follow it.
  func restart(atRow number: Int) -> () async throws -> Void
  /// Reads all rows of the list, if some are missing.
  func loadRest() async throws
  /// Returns the query of the listed objects that meet a condition as well.
  func query(where condition: FetchPredicate?) -> StoreQuery
}

extension RowList {
  /// Moves the cursor to an object, if it is in the list.
  func select(_ id: ManagedObjectID) { select(id, atLine: nil) }
}

extension ObjectList: RowList {
  var rowCount: Int { controller.count }

  var hasFirstRow: Bool { controller.hasFirstRow }

  func path(of id: ManagedObjectID) -> RowPath? { controller.path(of: id) }

  func query(where condition: FetchPredicate?) -> StoreQuery { controller.query(where: condition) }
}
