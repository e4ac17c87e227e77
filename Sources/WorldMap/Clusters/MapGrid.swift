/// A division of the earth into cells of equal degrees, from the meridian of -180 degrees and the north pole on.
///
/// The edges are rounded to as many decimals as they need, so that a box that is written as text is the cell exactly.
public struct MapGrid: Hashable, Sendable {
  /// The number of columns around the earth.
  public let columns: Int
  /// The number of rows from pole to pole.
  public let rows: Int
  /// The power of ten whose fractions the edges are.
  private let scale: Double

  /// Creates a grid.
  ///
  /// - Precondition: Both numbers are positive.
  public init(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0)
    (self.columns, self.rows) = (columns, rows)
    let size = min(360 / Double(columns), 180 / Double(rows))
    // An edge moves by less than a hundredth of a cell.
    var scale = 1.0
    while scale * size < 100 { scale *= 10 }
    self.scale = scale
  }

  /// Returns the western edge of a column; of the number of columns, the eastern edge of the last.
  public func west(of column: Int) -> Double {
    column == columns ? 180 : rounded(Double(column) * 360 / Double(columns) - 180)
  }

  /// Returns the northern edge of a row; of the number of rows, the southern edge of the last.
  public func north(of row: Int) -> Double {
    row == rows ? -90 : rounded(90 - Double(row) * 180 / Double(rows))
  }

  private func rounded(_ degrees: Double) -> Double { (degrees * scale).rounded() / scale }

  /// Returns the part of the earth that a cell is.
  public func box(column: Int, row: Int) -> GeoBox {
    GeoBox(edges: north(of: row + 1), west(of: column), north(of: row), west(of: column + 1))
  }

  /// Returns the place of a point in columns and rows.
  func position(of point: GeoPoint) -> (column: Double, row: Double) {
    (
      (point.longitude + 180) / 360 * Double(columns),
      (90 - point.latitude) / 180 * Double(rows)
    )
  }

  /// Returns the point at a place in columns and rows.
  func point(column: Double, row: Double) -> GeoPoint {
    GeoPoint(
      wrappingLatitude: 90 - row * 180 / Double(rows), longitude: column * 360 / Double(columns) - 180)
  }
}
