public import ListChanges
internal import Terminal

/// A sectioned list with a cursor.
///
/// It holds no rows, only how many each section has: moving and drawing cost what is in view, whatever the
/// length. The cursor and the scroll position follow rows, not numbers: see ``apply(_:)``.
@MainActor public final class ListView: View {
  /// The row that commands act on; nil in an empty list.
  public internal(set) var cursor: RowPath?
  /// The text of an empty list.
  public var emptyText: String
  /// A Boolean value that indicates whether the source has all rows, and not only a part of them yet.
  public var isComplete = true

  /// The place of the headers of sections.
  public enum Headings: Hashable, Sendable {
    /// A line above the rows.
    case lines
    /// Beside the first row, and beside the first row in view, in columns at the left; a line above the rows in lists that
    /// are narrower than `from` columns.
    case margin(columns: Int, from: Int = 0)

    /// Beside the first row: for names of one letter.
    public static let letters = Headings.margin(columns: 2)
  }

  let source: any ListSource
  /// The width below which rows have two lines.
  private let twoLinesBelow: Int
  /// The place of the headers of sections.
  public var headings: Headings {
    didSet { if headings != oldValue { keepCursorLine { readCounts() } } }
  }
  /// The columns of the view, as it was last laid out.
  private var width = 0
  private(set) var rowHeight: Int
  var geometry: ListGeometry
  /// The line of the list that stands in the first line of the view.
  var top = 0
  /// The lines of the view, as it was last laid out.
  var height = 1
  /// The headers and rows in view, as they were last laid out.
  var shown: [Shown] = []
  var columns = RowColumns(width: 0, rows: [], detailsInLine: false)

  /// The number of lines that stay visible above and below the cursor.
  static let scrollMargin = 3

  /// Creates a list of what `source` has now, with the cursor on the first row.
  ///
  /// - Parameters:
  ///   - source: The source of the rows.
  ///   - twoLinesBelow: The width in columns below which rows have two lines, the second for details.
  ///   - headings: The place of the headers of sections.
  ///   - emptyText: The text of an empty list.
  public init(
    source: any ListSource, twoLinesBelow: Int = 0, headings: Headings = .lines, emptyText: String = ""
  ) {
    self.source = source
    self.twoLinesBelow = twoLinesBelow
    self.headings = headings
    self.emptyText = emptyText
    rowHeight = twoLinesBelow > 0 ? 2 : 1
    geometry = ListGeometry(counts: [], rowHeight: 1, showsHeaders: false)
    reload()
  }

  /// Shows other content from its first row on, as when the list is of something else now.
  public func reload() {
    readCounts()
    top = 0
    cursor = geometry.path(ofNumber: 0)
  }

  func readCounts() {
    geometry = ListGeometry(
      counts: source.counts, rowHeight: rowHeight, showsHeaders: hasHeaderLines)
  }

  /// A Boolean value that indicates whether a line stands above each section.
  public var hasHeaderLines: Bool { source.hasHeaders && marginColumns == 0 }

  /// The columns at the left that headers take.
  var margin: Int { source.hasHeaders ? marginColumns : 0 }

  private var marginColumns: Int {
    guard case .margin(let columns, let least) = headings, width >= least else { return 0 }
    return columns
  }

  /// Adapts the list to a view of another size; the cursor stays in its line.
  func resize(_ size: Size) {
    let isNew = height != size.height
    height = max(1, size.height)
    let before = hasHeaderLines
    width = size.width
    let wanted = width < twoLinesBelow ? 2 : 1
    if wanted != rowHeight || hasHeaderLines != before {
      keepCursorLine {
        rowHeight = wanted
        readCounts()
      }
    } else if isNew {
      showCursor()
    }
  }

  /// Changes the heights of rows or headers; the cursor stays in its line.
  private func keepCursorLine(_ change: () -> Void) {
    let line = cursorLine
    change()
    if let cursor, let line { top = geometry.line(of: cursor) - line }
    showCursor()
  }

  /// Rows of the whole list.
  public var rowCount: Int { geometry.rowCount }
  /// The number of the cursor's row in the whole list, from 1, or 0 in an empty list.
  public var position: Int { cursor.map { geometry.number(of: $0) + 1 } ?? 0 }
  /// The position as `12/340`; `…` while the list is not complete.
  public var positionText: String { isComplete ? "\(position)/\(rowCount)" : "…" }
  /// The line of the view that the cursor's row begins in; nil in an empty list.
  public var cursorLine: Int? { cursor.map { geometry.line(of: $0) - top } }
  /// The visible part of the list.
  public var scroll: ScrollExtent { ScrollExtent(offset: top, visible: height, total: geometry.lineCount) }

  /// Lines at the top of the view that a header takes that stays there.
  var stickyHeight: Int { geometry.headerHeight > 0 && height > rowHeight + 1 ? 1 : 0 }
}

extension ListView {
  /// Moves the cursor to `path`, or the nearest row.
  public func select(_ path: RowPath) {
    guard let nearest = geometry.nearest(to: path) else { return }
    cursor = nearest
    showCursor()
  }

  /// Moves the cursor to `path`, or the nearest row, and scrolls so that it begins in `line` of the view, as far as
  /// the list allows.
  public func select(_ path: RowPath, atLine line: Int) {
    select(path)
    guard let cursor else { return }
    top = geometry.line(of: cursor) - line
    showCursor()
  }

  /// Moves the cursor to the row with `number`, from 1, or the nearest.
  public func goTo(_ number: Int) {
    cursor = geometry.path(ofNumber: number > 0 ? number - 1 : 0)
    showCursor()
  }

  /// Moves the cursor down by `rows`, up if they are negative.
  public func move(by rows: Int) {
    guard let cursor else { return }
    let (number, overflow) = geometry.number(of: cursor).addingReportingOverflow(rows)
    goTo(overflow ? (rows > 0 ? Int.max : 1) : number < Int.max ? number + 1 : number)
  }

  /// Moves the cursor to the first row of the next section, or of a later one; back if negative.
  public func moveSections(by count: Int) {
    if let cursor { select(geometry.start(ofSections: count, from: cursor)) }
  }

  /// Scrolls so that the row of the cursor stands in the middle of the view, as far as the list allows.
  public func center() {
    if let cursor { select(cursor, atLine: (height - rowHeight) / 2) }
  }

  /// Moves the cursor to the first row.
  public func moveToTop() { goTo(1) }
  /// Moves the cursor to the last row.
  public func moveToBottom() { goTo(geometry.rowCount) }

  /// Moves the cursor and the view down by `count` pages, up if they are negative.
  public func movePages(_ count: Int) { page(count, rows: max(1, visibleRows)) }
  /// Moves the cursor and the view down by `count` half pages, up if they are negative.
  public func moveHalfPages(_ count: Int) { page(count, rows: max(1, visibleRows / 2)) }

  /// The number of whole rows that fit into the view.
  private var visibleRows: Int { (height - stickyHeight) / rowHeight }

  private func page(_ count: Int, rows: Int) {
    guard let cursor else { return }
    let line = geometry.line(of: cursor) - top
    move(by: rows.multipliedReportingOverflow(by: count).partialValue)
    if let cursor = self.cursor { top = geometry.line(of: cursor) - line }
    showCursor()
  }

  /// Scrolls the view down by `lines`, up if they are negative, as a mouse wheel does; the cursor comes along
  /// only when it would leave the view.
  public func scroll(by lines: Int) {
    top = min(max(0, top + lines), lastTop)
    guard let cursor else { return }
    let line = geometry.line(of: cursor)
    let highest = top == 0 ? 0 : top + stickyHeight + scrollMargin
    let lowest = top == lastTop ? Int.max : top + height - scrollMargin - rowHeight
    if line < highest {
      self.cursor = geometry.row(nearLine: highest + rowHeight - 1)
    } else if line > lowest {
      self.cursor = geometry.row(nearLine: lowest)
    }
    showCursor()
  }

  /// The highest line number that can stand at the top of the view.
  var lastTop: Int { max(0, geometry.lineCount - height) }

  /// The scroll margin in lines, less where the view is low.
  private var scrollMargin: Int { max(0, min(Self.scrollMargin, (height - stickyHeight - rowHeight) / 2)) }

  /// Scrolls by the smallest distance that shows the cursor and its margin.
  func showCursor() { top = top(showing: cursor) }

  private func top(showing path: RowPath?) -> Int {
    var top = top
    if let path {
      let line = geometry.line(of: path)
      top = max(top, line + rowHeight + scrollMargin - height)
      top = min(top, line - stickyHeight - scrollMargin)
    }
    return min(max(0, top), lastTop)
  }

  /// Returns a Boolean value that indicates whether the cursor can move to a row of the list without scrolling.
  public func shows(_ path: RowPath) -> Bool { top(showing: path) == top }
}
