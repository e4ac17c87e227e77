/// The part of the earth that a window of terminal cells shows, in equirectangular projection.
///
/// Terminal cells are taken to be twice as high as wide. The earth is divided into a grid whose cells have room for a number
/// of four digits, and the window shows whole cells of it, so that the numbers of photos in them add up to the photos in view.
public struct MapViewport: Hashable, Sendable {
  /// The width of the window in terminal cells.
  public let columns: Int
  /// The height of the window in terminal cells.
  public let rows: Int
  /// The number of times that the scale was doubled.
  public private(set) var zoom = 0 {
    didSet { grid = MapGrid(columns: base.columns << zoom, rows: base.rows << zoom) }
  }
  /// The grid at the scale of the view.
  public private(set) var grid: MapGrid
  /// The column of the grid at the left edge.
  public private(set) var firstColumn = 0
  /// The row of the grid at the upper edge.
  public private(set) var firstRow = 0
  /// The grid of the whole earth at the smallest scale.
  private let base: MapGrid
  /// The width of a grid cell in terminal cells.
  public let cellWidth: Double
  /// The height of a grid cell in terminal cells.
  public let cellHeight: Double

  /// The most grid cells in view.
  public static let mostCells = 5_000

  /// Shows the whole earth in a window.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    let width = min(Double(self.columns), 4 * Double(self.rows))
    var least = (width: 6.0, height: 2.0)
    while Double(self.columns * self.rows) > Double(Self.mostCells) * least.width * least.height {
      least = (least.width + 3, least.height + 1)
    }
    base = MapGrid(
      columns: max(1, Int(width / least.width)), rows: max(1, Int(width / 4 / least.height)))
    grid = base
    cellWidth = width / Double(base.columns)
    cellHeight = width / 4 / Double(base.rows)
  }

  /// The number of columns of the grid in view.
  public var visibleColumns: Int {
    // Widths that are fractions may miss a whole number by a rounding error.
    min(max(1, Int(Double(columns) / cellWidth + 1e-9)), grid.columns)
  }

  /// The number of rows of the grid in view.
  public var visibleRows: Int { min(max(1, Int(Double(rows) / cellHeight + 1e-9)), grid.rows) }

  /// Returns the column of the grid for one in view, counted from the left.
  public func gridColumn(_ column: Int) -> Int { (firstColumn + column) % grid.columns }

  /// A Boolean value that indicates whether all of the earth is in view.
  public var showsAll: Bool { visibleColumns == grid.columns && visibleRows == grid.rows }

  // MARK: Geometry

  /// The terminal cells at the left of the map, which is in the middle of a window that it does not fill.
  private var margin: (left: Int, top: Int) {
    (
      (columns - Int(Double(visibleColumns) * cellWidth)) / 2,
      (rows - Int(Double(visibleRows) * cellHeight)) / 2
    )
  }

  /// The terminal columns from one edge of the map to the other.
  public var columnRange: Range<Int> {
    margin.left..<min(columns, margin.left + Int((Double(visibleColumns) * cellWidth + 1e-9).rounded(.up)))
  }

  /// The terminal rows from one edge of the map to the other.
  public var rowRange: Range<Int> {
    margin.top..<min(rows, margin.top + Int((Double(visibleRows) * cellHeight + 1e-9).rounded(.up)))
  }

  /// Returns the place of a point in terminal cells, as fractions; a point west of the view is east of it.
  public func position(of point: GeoPoint) -> (x: Double, y: Double) {
    let place = grid.position(of: point)
    var column = place.column - Double(firstColumn)
    if column < 0 { column += Double(grid.columns) }
    return (
      Double(margin.left) + column * cellWidth,
      Double(margin.top) + (place.row - Double(firstRow)) * cellHeight
    )
  }

  /// Returns the point at a place in terminal cells.
  public func point(x: Double, y: Double) -> GeoPoint {
    grid.point(
      column: Double(firstColumn) + (x - Double(margin.left)) / cellWidth,
      row: Double(firstRow) + (y - Double(margin.top)) / cellHeight)
  }

  /// Returns the terminal cells of a cell of the grid; `nil` if it is not in view.
  public func terminalCells(column: Int, row: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
    let total = grid.columns
    let (x, y) = ((column - firstColumn + total) % total, row - firstRow)
    guard x < visibleColumns, (0..<visibleRows).contains(y) else { return nil }
    func range(_ start: Int, _ index: Int, _ size: Double) -> Range<Int> {
      start + Int(Double(index) * size + 1e-9)..<start + Int(Double(index + 1) * size + 1e-9)
    }
    return (range(margin.left, x, cellWidth), range(margin.top, y, cellHeight))
  }

  /// The place in the middle of the view.
  public var center: GeoPoint {
    grid.point(
      column: Double(firstColumn) + Double(visibleColumns) / 2,
      row: Double(firstRow) + Double(visibleRows) / 2)
  }

  /// The width of a terminal cell in degrees.
  public var degreesOfColumn: Double { 360 / Double(grid.columns) / cellWidth }

  // MARK: Moving

  /// The width of a terminal cell in degrees at the largest scale; about ten meters.
  private static let finest = 0.000_1

  /// A Boolean value that indicates whether the view can be enlarged.
  public var canZoomIn: Bool { degreesOfColumn / 2 >= Self.finest }

  /// Enlarges the view, or shows more with a negative number, so that a point stays where it is as far as possible.
  public mutating func zoom(_ steps: Int, around point: GeoPoint) {
    for _ in 0..<abs(steps) {
      guard steps > 0 ? canZoomIn : zoom > 0 else { return }
      let before = grid.position(of: point)
      var column = before.column - Double(firstColumn)
      if column < 0 { column += Double(grid.columns) }
      let row = before.row - Double(firstRow)
      zoom += steps > 0 ? 1 : -1
      let after = grid.position(of: point)
      place(
        column: Int((after.column - column).rounded()), row: Int((after.row - row).rounded()))
    }
  }

  /// Moves the view by cells of the grid, and returns whether it moved; not past a pole.
  @discardableResult
  public mutating func pan(columns: Int, rows: Int) -> Bool {
    let before = self
    place(column: firstColumn + columns, row: firstRow + rows)
    return self != before
  }

  /// Shows the whole earth.
  public mutating func showAll() {
    zoom = 0
    place(column: 0, row: 0)
  }

  /// Returns the view in a window of another size: the middle stays, and the scale as far as possible.
  public func resized(columns: Int, rows: Int) -> MapViewport {
    var view = MapViewport(columns: columns, rows: rows)
    guard zoom > 0 else { return view }
    let degrees = degreesOfColumn
    while view.degreesOfColumn > degrees * 1.5, view.canZoomIn { view.zoom += 1 }
    let middle = view.grid.position(of: center)
    view.place(
      column: Int((middle.column - Double(view.visibleColumns) / 2).rounded()),
      row: Int((middle.row - Double(view.visibleRows) / 2).rounded()))
    return view
  }

  /// Moves the first cell in view: around the earth unless all columns are in view, and not past a pole.
  private mutating func place(column: Int, row: Int) {
    let total = grid.columns
    firstColumn = visibleColumns == total ? 0 : (column % total + total) % total
    firstRow = min(max(0, row), grid.rows - visibleRows)
  }
}
