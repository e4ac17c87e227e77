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
  /// Returns the row with that number; nil beyond the ends.
  func path(ofNumber number: Int) -> RowPath?
  /// Returns the cells that the picture of a tile may take.
  func pictureSize(ofNumber number: Int) -> Size
}

extension GridView: SheetView {
  func pictureSize(ofNumber number: Int) -> Size { pictureSize }
}

extension JustifiedView: SheetView {
  func moveDown(_ count: Int) { moveRows(by: count) }
  func moveOn(_ count: Int) { move(by: count) }
  func page(_ count: Int) { movePages(count) }
  func halfPage(_ count: Int) { moveHalfPages(count) }
  func wheel(_ count: Int) { scroll(by: count) }
  func row(at point: Point) -> RowPath? { hit(point) }
}
