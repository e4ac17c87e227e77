extension MapOutline {
  /// Returns the lines of a kind in a view, as dots in the cells of its window.
  ///
  /// - Complexity: O(*n*) in the number of points.
  public func raster(of kind: Kind, in view: MapViewport) -> BrailleRaster {
    var raster = BrailleRaster(columns: view.columns, rows: view.rows)
    for line in lines where line.kind == kind {
      for (one, two) in zip(line.points, line.points.dropFirst()) {
        for segment in Self.segments(from: one, to: two, in: view) { raster.draw(segment) }
      }
    }
    return raster
  }

  /// Returns the parts of a line between two points that are in view, in dots.
  ///
  /// A line is looked for a second time one turn to the west, because it can reach into a view across the meridian of 180
  /// degrees from there. No line of the data crosses that meridian itself.
  static func segments(from one: GeoPoint, to two: GeoPoint, in view: MapViewport) -> [LineSegment] {
    let dots = SIMD2(2.0, 4.0)
    let (columns, rows) = (view.columnRange, view.rowRange)
    let lower = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound)) * dots
    // The last dot lies before the edge.
    let upper = SIMD2(Double(columns.upperBound), Double(rows.upperBound)) * dots - 0.001
    let start = view.position(of: one)
    let turn = Double(view.grid.columns) * view.cellWidth
    let width = (two.longitude - one.longitude) / view.degreesOfColumn
    let end = SIMD2(start.x + width, view.position(of: two).y)
    let whole = LineSegment(start: SIMD2(start.x, start.y) * dots, end: end * dots)
    return [0, -turn].compactMap { shift in
      let moved = SIMD2(shift, 0) * dots
      return LineSegment(start: whole.start + moved, end: whole.end + moved).clipped(from: lower, to: upper)
    }
  }
}
