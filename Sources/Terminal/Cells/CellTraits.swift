/// A summary of cells: the colors and widths among them for which ncurses may need help.
///
/// Cells are recorded as they are put, and stay recorded when others take their places.
struct CellTraits: Equatable {
  /// A Boolean value that indicates whether there may be cells in direct colors.
  private(set) var hasDirectColors = false
  /// A Boolean value that indicates whether there may be cells with two extended colors.
  private(set) var hasExtendedColors = false
  /// The highest place in the palette of the colors that there may be; -1 if none is of the palette.
  private(set) var highestPaletteNumber = -1
  /// A Boolean value that indicates whether there may be characters whose width is disputed.
  private(set) var hasDisputedWidths = false

  /// Records a cell.
  mutating func record(_ style: Style, reach: Int) {
    if style.isDirect { hasDirectColors = true }
    if style.hasExtendedColors { hasExtendedColors = true }
    highestPaletteNumber = max(highestPaletteNumber, style.highestPaletteNumber)
    if reach > 0 { hasDisputedWidths = true }
  }

  /// Adds the traits of other cells.
  mutating func formUnion(_ other: CellTraits) {
    if other.hasDirectColors { hasDirectColors = true }
    if other.hasExtendedColors { hasExtendedColors = true }
    highestPaletteNumber = max(highestPaletteNumber, other.highestPaletteNumber)
    if other.hasDisputedWidths { hasDisputedWidths = true }
  }
}
