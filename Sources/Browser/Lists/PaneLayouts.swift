import Terminal
import TerminalUI

/// The widths of the panes beside a list of photos, and beside a sheet.
struct PaneLayouts {
  /// Photographers, photos and details.
  var list = SplitLayout(
    [
      .init(weight: 3, minimumWidth: 24), .init(weight: 5, minimumWidth: 30),
      .init(weight: 3, minimumWidth: 30, appearsFrom: 110),
    ])
  /// Photographers and thumbnails, which get the room of the details.
  var sheet = SplitLayout([.init(weight: 2, minimumWidth: 24), .init(weight: 7, minimumWidth: 30)])
  /// A Boolean value that indicates whether the line between the two lists is being dragged.
  var isDragging = false
  /// A Boolean value that indicates whether the scroll bar of the photos is being dragged.
  var isScrolling = false
  private var area = Rect(.zero)

  /// Returns the frames of the panes in an area.
  mutating func frames(of area: Rect, besideSheet: Bool, focused: ListsScreen.Pane) -> [Rect?] {
    self.area = area
    return (besideSheet ? sheet : list).frames(in: area, focused: focused.rawValue)
  }

  /// Moves the line between the two lists to a column of the area that was laid out last.
  mutating func moveBoundary(to x: Int, besideSheet: Bool) {
    if besideSheet {
      sheet.moveBoundary(to: x, in: area)
    } else {
      list.moveBoundary(to: x, in: area)
    }
  }
}
