import ListChanges
import Terminal
import TerminalUI

/// A view of a list's rows as tiles with pictures.
protocol SheetView: CursorView {
  /// The step of the size of tiles.
  var step: Int { get set }
  /// The numbers of the tiles in view, those nearest to the cursor first.
  var visibleNearestFirst: [Int] { get }
  /// The numbers of the tiles that come into view next, likeliest first.
  var ahead: [Range<Int>] { get }

  /// Makes tiles larger by a step, and returns whether they became larger.
  @discardableResult func enlarge() -> Bool
  /// Makes tiles smaller by a step, and returns whether they became smaller.
  @discardableResult func shrink() -> Bool
  /// Moves the cursor on in the order of the list, and returns whether it moved.
  @discardableResult func move(by tiles: Int) -> Bool
  /// Moves the cursor down by rows of tiles, and returns whether it moved.
  @discardableResult func moveRows(by rows: Int) -> Bool
  /// Moves the cursor and the view by pages, and returns whether the cursor moved.
  @discardableResult func movePages(_ count: Int) -> Bool
  /// Moves the cursor and the view by half pages, and returns whether the cursor moved.
  @discardableResult func moveHalfPages(_ count: Int) -> Bool
  /// Scrolls by rows of tiles.
  func scroll(by rows: Int)
  /// Returns the row whose tile is at a point of the view.
  func hit(_ point: Point) -> RowPath?
  /// Returns the row with that number; nil beyond the ends.
  func path(ofNumber number: Int) -> RowPath?
  /// Returns the cells that the picture of a tile may take.
  func pictureSize(ofNumber number: Int) -> Size
}

extension SheetView {
  func moveDown(_ count: Int) { moveRows(by: count) }
  func moveOn(_ count: Int) { move(by: count) }
  func page(_ count: Int) { movePages(count) }
  func halfPage(_ count: Int) { moveHalfPages(count) }
  func wheel(_ count: Int) { scroll(by: count) }
  func row(at point: Point) -> RowPath? { hit(point) }
}

extension JustifiedView: SheetView {}

extension GridView: SheetView {
  func pictureSize(ofNumber number: Int) -> Size { pictureSize }
}
