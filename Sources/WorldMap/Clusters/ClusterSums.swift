/// The numbers of points in the cells of a view, and the sums of their coordinates.
struct ClusterSums {
  private struct Cell {
    var count = 0
    var latitude = 0.0
    var longitude = 0.0
  }

  private let view: MapViewport
  private let width: Int
  /// The edges of the columns and the rows in view; those of the earth are moved so that they belong to the last cells.
  private let west: [Double]
  private let east: [Double]
  private let north: [Double]
  private let south: [Double]
  private let columnsOfDegree: Double
  private let gridColumns: Int
  private let rowsOfDegree: Double
  private var cells: [Cell]

  init(_ view: MapViewport) {
    let grid = view.grid
    self.view = view
    width = view.visibleColumns
    let boxes = (0..<width).map { grid.box(column: view.gridColumn($0), row: 0) }
    west = boxes.map(\.west)
    east = boxes.map { $0.includesEast ? $0.east.nextUp : $0.east }
    let rows = (0..<view.visibleRows).map { grid.box(column: 0, row: view.firstRow + $0) }
    north = rows.map { $0.includesNorth ? $0.north.nextUp : $0.north }
    south = rows.map(\.south)
    gridColumns = grid.columns
    columnsOfDegree = Double(grid.columns) / 360
    rowsOfDegree = Double(grid.rows) / 180
    cells = Array(repeating: Cell(), count: width * view.visibleRows)
  }

  mutating func add(_ point: GeoPoint) {
    guard let row = row(of: point.latitude), let column = column(of: point.longitude) else { return }
    let index = row * width + column
    cells[index].count += 1
    cells[index].latitude += point.latitude
    cells[index].longitude += point.longitude
  }

  /// Edges are rounded, so that the cell is the computed one or a neighbor of it.
  private func row(of latitude: Double) -> Int? {
    let near = Int((90 - latitude) * rowsOfDegree) - view.firstRow
    guard near >= -1, near <= north.count else { return nil }
    for row in [near, near - 1, near + 1] where north.indices.contains(row) {
      if latitude >= south[row], latitude < north[row] { return row }
    }
    return nil
  }

  private func column(of longitude: Double) -> Int? {
    let columns = gridColumns
    var near = Int((longitude + 180) * columnsOfDegree) - view.firstColumn
    if near < 0 { near += columns }
    for offset in [0, -1, 1] {
      // The neighbor of the last column of the earth is the first.
      let column = near + offset < 0 ? near + offset + columns : (near + offset) % columns
      guard west.indices.contains(column) else { continue }
      if longitude >= west[column], longitude < east[column] { return column }
    }
    return nil
  }

  /// The cells with points.
  var clusters: [MapCluster] {
    cells.indices.compactMap { index in
      let cell = cells[index]
      guard cell.count > 0 else { return nil }
      let (row, column) = index.quotientAndRemainder(dividingBy: width)
      return MapCluster(
        column: view.gridColumn(column), row: view.firstRow + row, count: cell.count,
        center: GeoPoint(
          wrappingLatitude: cell.latitude / Double(cell.count),
          longitude: cell.longitude / Double(cell.count)))
    }
  }
}
