import ListChanges
import Terminal
import TerminalUI

/// A view of a list's rows with a cursor: as lines, or as tiles.
protocol CursorView: View {
  /// The row that commands act on.
  var cursor: RowPath? { get }
  /// The number of the cursor's row, from 1, or 0 in an empty list.
  var position: Int { get }
  /// The position as `12/340`, or `…`.
  var positionText: String { get }
  /// The visible part of the list.
  var scroll: ScrollExtent { get }
  /// The text of an empty list.
  var emptyText: String { get set }
  /// A Boolean value that indicates whether all rows are there.
  var isComplete: Bool { get set }
  /// The line of the view, or the row of tiles, that the cursor's row stands in.
  var cursorLine: Int? { get }

  /// Shows other content from its first row on.
  func reload()
  /// Follows a change of the content.
  func apply(_ changes: SectionedChanges)
  /// Moves the cursor to a row, or the nearest.
  func select(_ path: RowPath)
  /// Moves the cursor to a row, or the nearest, and the row to a line of the view.
  func select(_ path: RowPath, atLine line: Int)
  /// Moves the cursor to a row by its number, from 1.
  func goTo(_ number: Int)
  /// Moves the cursor to the first row.
  func moveToTop()
  /// Moves the cursor to the last row.
  func moveToBottom()
  /// Moves the cursor to rows that stand below, above if negative.
  func moveDown(_ count: Int)
  /// Moves the cursor to the next rows in the order of the list, to those before if negative.
  func moveOn(_ count: Int)
  /// Moves by what is in view.
  func page(_ count: Int)
  /// Moves by half of what is in view.
  func halfPage(_ count: Int)
  /// Moves the cursor to the first row of the next section, or of a later one; back if negative.
  func moveSections(by count: Int)
  /// Scrolls so that the row of the cursor stands in the middle.
  func center()
  /// Scrolls by what a notch of the wheel is worth.
  func wheel(_ count: Int)
  /// The row at a place of the view, as it was last drawn; of a heading the first row of its section.
  func row(at point: Point) -> RowPath?
}

extension ListView: CursorView {
  func moveDown(_ count: Int) { move(by: count) }
  func moveOn(_ count: Int) { move(by: count) }
  func page(_ count: Int) { movePages(count) }
  func halfPage(_ count: Int) { moveHalfPages(count) }
  func wheel(_ count: Int) { scroll(by: 3 * count) }
  func row(at point: Point) -> RowPath? {
    switch hit(line: point.y) {
    case .row(let path): path
    case .header(let section): RowPath(section: section, row: 0)
    case nil: nil
    }
  }
}

extension SheetView: CursorView {
  func moveDown(_ count: Int) { moveRows(by: count) }
  func moveOn(_ count: Int) { move(by: count) }
  func page(_ count: Int) { movePages(count) }
  func halfPage(_ count: Int) { moveHalfPages(count) }
  func wheel(_ count: Int) { scroll(by: count) }
  func row(at point: Point) -> RowPath? { hit(point) }
}
