/// The numbers of points in the cells of a view, and the sums of their coordinates.
struct ClusterSums {
  private struct Cell {
    var count = 0
    var latitude = 0.0
    var longitude = 0.0
  }

  /// A part of an axis between two edges, of which the first belongs to it.
  private struct Interval {
    let start: Double
    let end: Double

    func contains(_ degrees: Double) -> Bool { degrees >= start && degrees < end }
  }

  private let view: MapViewport
  /// The columns and the rows in view; the last ones of the earth end behind its edges, which belong to them.
  private let columns: ContiguousArray<Interval>
  private let rows: ContiguousArray<Interval>
  /// All rows in view.
  private let height: Interval
  private let gridColumns: Int
  private let columnsOfDegree: Double
  private let rowsOfDegree: Double
  private var cells: ContiguousArray<Cell>

  init(_ view: MapViewport) {
    let grid = view.grid
    self.view = view
    columns = ContiguousArray(
      (0..<view.visibleColumns).map {
        let box = grid.box(column: view.gridColumn($0), row: 0)
        return Interval(start: box.west, end: box.includesEast ? box.east.nextUp : box.east)
      })
    rows = ContiguousArray(
      (0..<view.visibleRows).map {
        let box = grid.box(column: 0, row: view.firstRow + $0)
        return Interval(start: box.south, end: box.includesNorth ? box.north.nextUp : box.north)
      })
    height = Interval(start: rows[rows.count - 1].start, end: rows[0].end)
    gridColumns = grid.columns
    columnsOfDegree = Double(grid.columns) / 360
    rowsOfDegree = Double(grid.rows) / 180
    cells = ContiguousArray(repeating: Cell(), count: columns.count * rows.count)
  }

  /// Counts a point, if it is in view.
  ///
  /// A million of them are counted for each step of the user, so that nothing here allocates memory.
  @inline(__always) mutating func add(_ point: GeoPoint) {
    guard height.contains(point.latitude), let column = column(of: point.longitude) else { return }
    let index = row(of: point.latitude) * columns.count + column
    cells[index].count += 1
    cells[index].latitude += point.latitude
    cells[index].longitude += point.longitude
  }

  /// Returns the row of a latitude in view: the computed one or a neighbor of it, because edges are rounded.
  @inline(__always) private func row(of latitude: Double) -> Int {
    let row = min(max(0, Int((90 - latitude) * rowsOfDegree) - view.firstRow), rows.count - 1)
    if latitude >= rows[row].end { return row - 1 }
    return latitude < rows[row].start ? row + 1 : row
  }

  /// Returns the column of a longitude; `nil` if it is not in view.
  @inline(__always) private func column(of longitude: Double) -> Int? {
    var near = Int((longitude + 180) * columnsOfDegree) - view.firstColumn
    if near < 0 { near += gridColumns }
    if near < columns.count, columns[near].contains(longitude) { return near }
    return neighbor(of: near, with: longitude)
  }

  /// Returns the column beside another one that contains a longitude; the neighbor of the last of the earth is the first.
  @inline(__always) private func neighbor(of column: Int, with longitude: Double) -> Int? {
    // Most points out of view are far away.
    if column > columns.count, column < gridColumns - 1 { return nil }
    let before = column == 0 ? gridColumns - 1 : column - 1
    if before < columns.count, columns[before].contains(longitude) { return before }
    let after = column + 1 >= gridColumns ? column + 1 - gridColumns : column + 1
    return after < columns.count && columns[after].contains(longitude) ? after : nil
  }

  /// The cells with points.
  var clusters: [MapCluster] {
    cells.indices.compactMap { index in
      let cell = cells[index]
      guard cell.count > 0 else { return nil }
      let (row, column) = index.quotientAndRemainder(dividingBy: columns.count)
      return MapCluster(
        column: view.gridColumn(column), row: view.firstRow + row, count: cell.count,
        center: GeoPoint(
          wrappingLatitude: cell.latitude / Double(cell.count),
          longitude: cell.longitude / Double(cell.count)))
    }
  }
}
