public import ListChanges
public import Terminal

/// A sectioned list as a sheet of pictures, in rows of one height each that fill its pane.
///
/// Rows are laid out in blocks of at most 64 tiles of a section, which do not depend on each other: moving and drawing cost
/// what is in view, whatever the length of the list, and a change touches the blocks in view only. The last row of a justified sheet may be
/// cut. Never more than 30 tiles are in view.
@MainActor public final class SheetView: View {
  /// The row of the list that commands act on; nil in an empty list.
  public internal(set) var cursor: RowPath?
  /// The text of an empty list.
  public var emptyText: String
  /// A Boolean value that indicates whether the source has all rows, and not only a part of them yet.
  public var isComplete = true
  /// The step of the tiles' size, from 0 for the smallest.
  public var step: Int {
    didSet { if step != oldValue { forgetRows() } }
  }
  /// The layout; the row of the cursor stays where it is.
  public var kind = SheetLayout.justified {
    didSet { if kind != oldValue { forgetRows() } }
  }

  /// A Boolean value that indicates whether pictures can be shown in part, so that the last row in view may be cut.
  public var canCutPictures = true {
    didSet { if canCutPictures != oldValue { forgetRows() } }
  }

  let source: any SheetSource
  var geometry = ListGeometry(counts: [], rowHeight: 1, showsHeaders: false)
  /// The size of the view, as it was last laid out.
  var size = Size(width: 20, height: 10)
  /// The number of the first tile in view, which begins a row.
  var top = 0
  /// A Boolean value that indicates whether the last move went on in the list, not back.
  var isForward = true
  /// The column to which moves up and down go.
  var goal: Int?
  /// The row of the view in which the row of the cursor is to stand after changes; `nil` if it stands there.
  var anchor: Int?
  /// The tiles in view, as they were last laid out; those nearest to the cursor first.
  var shown: [Shown] = []
  /// The headings in view, with the lines in which they stand.
  var shownHeadings: [(header: ListHeader, y: Int)] = []
  /// A Boolean value that indicates whether a heading stands above each section.
  private(set) var showsHeadings = false
  private var blocks: [Block: [TileRow]] = [:]

  /// A part of a section.
  private struct Block: Hashable {
    let section: Int
    let index: Int
  }

  /// The most tiles of a block.
  static let blockLength = 64
  /// The step of the tiles' size to begin with.
  public nonisolated static let standardStep = 2
  /// The most tiles with limited pictures in view: Flickr's terms for its API allow no more than 30 photos on a page.
  static let mostTiles = 30
  /// The largest step.
  static let largestStep = 5
  /// The fewest lines of a picture where there is room for them.
  private static let lowest = 5
  /// The fewest lines of the last row that are worth showing.
  private static let fewestLines = 2

  /// Creates a sheet of what `source` has now, with the cursor on the first tile.
  public init(source: any SheetSource, step: Int = standardStep, emptyText: String = "") {
    self.source = source
    self.step = step
    self.emptyText = emptyText
    reload()
  }

  /// Shows other content from its first tile on.
  public func reload() {
    readCounts()
    top = 0
    goal = nil
    anchor = nil
    isForward = true
    cursor = geometry.path(ofNumber: 0)
  }

  func readCounts() {
    geometry = ListGeometry(counts: source.counts, rowHeight: 1, showsHeaders: false)
    showsHeadings = source.hasHeaders
    blocks = [:]
  }

  private func forgetRows() {
    anchor = anchor ?? knownLine
    blocks = [:]
  }

  /// Makes tiles larger by a step; false when they are the largest.
  @discardableResult public func enlarge() -> Bool {
    guard step < Self.largestStep, wantedRows > 1 else { return false }
    step += 1
    return true
  }

  /// Makes tiles smaller by a step; false when they are the smallest.
  @discardableResult public func shrink() -> Bool {
    guard step > 0 else { return false }
    step = min(step, Self.largestStep) - 1
    return true
  }
}

// MARK: - Rows

extension SheetView {
  /// Tiles of the whole list.
  public var rowCount: Int { geometry.rowCount }
  /// The number of the cursor's tile in the whole list, from 1, or 0 in an empty list.
  public var position: Int { number.map { $0 + 1 } ?? 0 }
  /// The position as `12/340`; `…` while the list is not complete.
  public var positionText: String { isComplete ? "\(position)/\(rowCount)" : "…" }
  /// The visible part of the list, in tiles.
  public var scroll: ScrollExtent { ScrollExtent(offset: top, visible: visible.count, total: rowCount) }
  /// The row of tiles of the view that the cursor stands in; nil in an empty list.
  public var cursorLine: Int? {
    number.map { number in rowsInView.firstIndex { $0.row.numbers.contains(number) } ?? 0 }
  }

  /// The number of the cursor's tile, from 0.
  var number: Int? { cursor.map(geometry.number(of:)) }

  /// The rows that would fit into the view at the step, if all had the wanted height.
  private var wantedRows: Int { max(1, Self.largestStep - min(step, Self.largestStep)) }

  /// The cells of rows, which leave a column at the left for the bar of the cursor; the wanted and the most lines.
  private var measures: (width: Int, height: Int, highest: Int) {
    let highest = max(1, size.height - (showsHeadings ? 2 : 1))
    let wanted = max(min(Self.lowest, highest), size.height / wantedRows - 1)
    return (max(1, size.width - 1), min(wanted, highest), highest)
  }

  /// The layout of tiles of one size; `nil` if their sizes differ.
  private var uniform: UniformLayout? {
    let (width, height, highest) = measures
    return switch kind {
    case .justified: nil
    case .uniform: UniformLayout(width: width, height: height, highest: highest, shape: 1.5)
    case .square: UniformLayout(width: width, height: height, highest: highest, shape: 1)
    }
  }

  /// Returns the row of a tile by its number.
  ///
  /// - Precondition: There is a tile with the number.
  func row(of number: Int) -> TileRow {
    let rows = block(block(of: number))
    return rows.last { $0.first <= number } ?? rows[0]
  }

  /// The row of the view that the cursor's tile stands in, as far as rows have been laid out.
  var knownLine: Int {
    guard let number, number >= top else { return 0 }
    var (line, next) = (0, top)
    while next <= number {
      let row = next < rowCount ? blocks[block(of: next)]?.last { $0.first <= next } : nil
      guard let row, line < size.height else { return 0 }
      if row.numbers.contains(number) { return line }
      (line, next) = (line + 1, row.numbers.upperBound)
    }
    return 0
  }

  /// The block of a tile; whole rows of tiles of one size fit into it.
  private func block(of number: Int) -> Block {
    let path = geometry.path(ofNumber: number) ?? RowPath(section: 0, row: 0)
    return Block(section: path.section, index: path.row / blockLength)
  }

  private var blockLength: Int {
    guard let columns = uniform?.columns.count else { return Self.blockLength }
    return Self.blockLength / columns * columns
  }

  private func block(_ block: Block) -> [TileRow] {
    if let known = blocks[block] { return known }
    // Few are in view; the others are soon laid out again.
    if blocks.count > 32 { blocks = [:] }
    let start = geometry.number(of: RowPath(section: block.section, row: 0))
    let end = start + geometry.counts[block.section]
    let first = start + block.index * blockLength
    let numbers = first..<min(first + blockLength, end)
    source.prepareTiles(at: numbers.compactMap(geometry.path(ofNumber:)))
    var rows = uniform?.rows(numbers.count) ?? justifiedRows(numbers, isEnd: numbers.upperBound == end)
    for place in rows.indices { rows[place].first += first }
    if showsHeadings, block.index == 0, !rows.isEmpty { rows[0].heading = block.section }
    blocks[block] = rows
    return rows
  }

  private func justifiedRows(_ numbers: Range<Int>, isEnd: Bool) -> [TileRow] {
    let shapes = numbers.map { number in
      geometry.path(ofNumber: number).map(source.shape(at:)) ?? 1
    }
    let (width, height, highest) = measures
    return JustifiedLayout(width: width, height: height, highest: highest).rows(shapes, isEnd: isEnd)
  }

  /// Returns the row after one, or some rows after it; before it if negative, the first or the last at the ends.
  func row(_ count: Int, after row: TileRow) -> TileRow {
    var row = row
    // Beyond a few screenfuls, the number of tiles in a row is estimated.
    let exact = min(abs(count), 200)
    for _ in 0..<exact {
      let next = count > 0 ? row.numbers.upperBound : row.first - 1
      guard (0..<rowCount).contains(next) else { return row }
      row = self.row(of: next)
    }
    guard abs(count) > exact else { return row }
    let far = (abs(count) - exact).multipliedReportingOverflow(
      by: max(1, visible.count / max(1, rowsInView.count)))
    let distance = far.overflow ? rowCount : min(rowCount, far.partialValue)
    return self.row(of: min(max(0, row.first + (count > 0 ? distance : -distance)), rowCount - 1))
  }

  /// Rows of the heights of their pictures seldom fill the view; those of one height may leave some lines.
  private var cutsRows: Bool { kind == .justified && canCutPictures }

  /// The rows in view with the lines in which they begin; the last may be cut.
  var rowsInView: [(row: TileRow, y: Int)] {
    guard rowCount > 0 else { return [] }
    var rows: [(row: TileRow, y: Int)] = []
    var (y, count) = (0, 0)
    var row = row(of: min(top, rowCount - 1))
    while true {
      let room = size.height - y
      let isWorthIt = room >= row.lines || cutsRows && room >= Self.fewestLines || rows.isEmpty
      count += limitedCount(row)
      guard isWorthIt, rows.isEmpty || count <= Self.mostTiles else { return rows }
      rows.append((row, y))
      y += row.lines
      guard row.numbers.upperBound < rowCount, y < size.height else { return rows }
      row = self.row(of: row.numbers.upperBound)
    }
  }

  /// Returns the number of tiles of a row whose pictures are limited.
  func limitedCount(_ row: TileRow) -> Int {
    row.numbers.count { geometry.path(ofNumber: $0).map(source.isLimited(at:)) ?? true }
  }

  /// The numbers of the tiles in view.
  public var visible: Range<Int> {
    let rows = rowsInView
    guard let first = rows.first, let last = rows.last else { return 0..<0 }
    return first.row.first..<last.row.numbers.upperBound
  }

  /// The same, those nearest to the cursor first.
  public var visibleNearestFirst: [Int] {
    let cursor = position - 1
    return visible.sorted { abs($0 - cursor) < abs($1 - cursor) }
  }

  /// The numbers of the tiles that come into view next, likeliest first.
  public var ahead: [Range<Int>] {
    let visible = visible
    let after = visible.upperBound..<min(visible.upperBound + visible.count, rowCount)
    let before = max(0, visible.lowerBound - visible.count)..<visible.lowerBound
    return (isForward ? [after, before] : [before, after]).filter { !$0.isEmpty }
  }

  /// The row of the list with that number, from 0; nil beyond the ends.
  public func path(ofNumber number: Int) -> RowPath? {
    (0..<rowCount).contains(number) ? geometry.path(ofNumber: number) : nil
  }

  /// The cells of the picture of a tile by its number.
  public func pictureSize(ofNumber number: Int) -> Size {
    let row = row(of: number)
    let index = number - row.first
    guard row.columns.indices.contains(index) else { return .zero }
    return Size(width: row.columns[index].count, height: row.height)
  }
}
