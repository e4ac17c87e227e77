public import ListChanges
public import Terminal

/// A sectioned list as tiles with pictures, and a cursor.
///
/// Tiles follow each other through all sections, from left to right and then down. Like ``ListView`` it holds no
/// rows, only how many each section has: moving and drawing cost what is in view, and the cursor and the scroll
/// position follow rows, not numbers: see ``apply(_:)``. Never more than 30 tiles are in view: where there is room
/// for more, they are larger.
@MainActor public final class GridView: View {
  /// The row that commands act on; nil in an empty list.
  public internal(set) var cursor: RowPath?
  /// The text of an empty list.
  public var emptyText: String
  /// A Boolean value that indicates whether the source has all rows, and not only a part of them yet.
  public var isComplete = true
  /// The step of the tiles' size that was chosen, from 0 for the smallest; it may not be the one in effect.
  public var step: Int {
    didSet { if step != oldValue { lay(out: tiles.view) } }
  }

  let source: any GridSource
  var geometry = ListGeometry(counts: [], rowHeight: 1, showsHeaders: false)
  /// The positions of the tiles in the view, as last laid out.
  var tiles: GridLayout
  /// The tiles in view, as they were last laid out; those nearest to the cursor first.
  var shown: [Shown] = []
  /// The row of tiles that stands in the first row of the view.
  var top = 0
  /// A Boolean value that indicates whether the last move went on in the list, not back.
  var isForward = true

  /// The step of the tiles' size to begin with: pictures of 18x7 cells.
  public nonisolated static let standardStep = 2

  /// Creates a grid of what `source` has now, with the cursor on the first tile.
  ///
  /// `step` is the size of its tiles, from 0 for the smallest.
  public init(source: any GridSource, step: Int = standardStep, emptyText: String = "") {
    self.source = source
    self.emptyText = emptyText
    self.step = step
    tiles = GridLayout(view: Size(width: 1, height: 1), step: step)
    reload()
  }

  /// Shows other content from its first tile on, as when the list is of something else now.
  public func reload() {
    readCounts()
    top = 0
    isForward = true
    cursor = geometry.path(ofNumber: 0)
  }

  func readCounts() {
    geometry = ListGeometry(counts: source.counts, rowHeight: 1, showsHeaders: false)
  }

  /// Makes tiles larger by a step; false when they fill the view already.
  @discardableResult public func enlarge() -> Bool { choose(tiles.largerStep) }
  /// Makes tiles smaller by a step; false when they are the smallest, or too many would be in view.
  @discardableResult public func shrink() -> Bool { choose(tiles.smallerStep) }

  private func choose(_ step: Int?) -> Bool {
    guard let step else { return false }
    self.step = step
    return true
  }

  /// Fits the tiles into a view of that size; the cursor stays in its row of the view as far as possible.
  func lay(out view: Size) {
    let line = cursor.map { row(of: $0) - top }
    tiles = GridLayout(view: view, step: step)
    if let cursor, let line { top = row(of: cursor) - min(line, tiles.rows - 1) }
    showCursor()
  }
}

extension GridView {
  /// Tiles of the whole list.
  public var rowCount: Int { geometry.rowCount }
  /// The number of the cursor's tile in the whole list, from 1, or 0 in an empty list.
  public var position: Int { cursor.map { geometry.number(of: $0) + 1 } ?? 0 }
  /// The position as `12/340`; `…` while the list is not complete.
  public var positionText: String { isComplete ? "\(position)/\(rowCount)" : "…" }
  /// The visible part of the list, in rows of tiles.
  public var scroll: ScrollExtent { ScrollExtent(offset: top, visible: tiles.rows, total: lineCount) }
  /// The row of tiles of the view that the cursor stands in; nil in an empty list.
  public var cursorLine: Int? { cursor.map { row(of: $0) - top } }
  /// Tiles in a row.
  public var columns: Int { tiles.columns }
  /// The cells that a picture may take.
  public var pictureSize: Size { tiles.picture }

  /// The row with that number in the whole list, from 0; nil beyond the ends.
  public func path(ofNumber number: Int) -> RowPath? {
    number >= 0 && number < rowCount ? geometry.path(ofNumber: number) : nil
  }

  /// The numbers of the rows in view, in the whole list from 0.
  public var visible: Range<Int> {
    let first = min(top * columns, rowCount)
    return first..<min(first + capacity, rowCount)
  }

  /// The same, those nearest to the cursor first.
  public var visibleNearestFirst: [Int] {
    let cursor = position - 1
    return visible.sorted { abs($0 - cursor) < abs($1 - cursor) }
  }

  /// The numbers of the rows that come into view next, likeliest first: a screenful in the direction of the last
  /// move, then one in the other.
  public var ahead: [Range<Int>] {
    let visible = visible
    let after = visible.upperBound..<min(visible.upperBound + capacity, rowCount)
    let before = max(0, visible.lowerBound - capacity)..<visible.lowerBound
    return (isForward ? [after, before] : [before, after]).filter { !$0.isEmpty }
  }

  private var capacity: Int { tiles.columns * tiles.rows }

  /// Rows of tiles of the whole list.
  var lineCount: Int { (rowCount + columns - 1) / columns }

  /// The row of tiles that a row of the list stands in.
  func row(of path: RowPath) -> Int { geometry.number(of: path) / columns }
}
