extension Towns {
  /// Returns the town that is nearest to a point, and the distance in kilometers; `nil` if there are no towns.
  ///
  /// Only towns whose latitudes differ by less than the distance are looked at: dozens where towns are near, and thousands in the
  /// middle of the Pacific.
  ///
  /// - Complexity: O(*n*) in the number of towns.
  public func nearest(to point: GeoPoint) -> (town: Town, distance: Double)? {
    var best: (town: Int, distance: Double)?
    var north = firstIndex(from: point.latitude)
    var south = north - 1
    while true {
      let (up, down) = (gap(from: point, at: north), gap(from: point, at: south))
      let degrees = min(up, down)
      guard degrees < .infinity else { break }
      if let best, GeoPoint.leastDistance(ofDegrees: degrees) > best.distance { break }
      let isUp = up == degrees
      let town = northward[isUp ? north : south]
      if isUp { north += 1 } else { south -= 1 }
      let distance = towns[town].point.distance(to: point)
      if best.map({ (distance, town) < ($0.distance, $0.town) }) ?? true { best = (town, distance) }
    }
    return best.map { (towns[$0.town], $0.distance) }
  }

  /// Returns the largest town within a distance in kilometers from a point; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of towns of the band of latitudes.
  func largest(within distance: Double, of point: GeoPoint) -> Town? {
    let reach = distance / GeoPoint.leastDistance(ofDegrees: 1)
    var best: Int?
    for town in northward[firstIndex(from: point.latitude - reach)...] {
      let place = towns[town].point
      if place.latitude > point.latitude + reach { break }
      if best.map({ $0 < town }) ?? false { continue }
      if place.distance(to: point) <= distance { best = town }
    }
    return best.map { towns[$0] }
  }

  /// Returns the index in ``northward`` of the first town that is not south of a latitude.
  private func firstIndex(from latitude: Double) -> Int {
    var (low, high) = (0, northward.count)
    while low < high {
      let middle = (low + high) / 2
      if towns[northward[middle]].point.latitude < latitude { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the degrees of latitude between a point and the town at an index in ``northward``; infinity outside of it.
  private func gap(from point: GeoPoint, at index: Int) -> Double {
    northward.indices.contains(index)
      ? abs(towns[northward[index]].point.latitude - point.latitude) : .infinity
  }

  /// Returns the place of a point by the town in which it is, or by the nearest one; `nil` without towns.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - reach: The distance in kilometers up to which a point is in a town. It is in the largest of several.
  /// - Complexity: That of ``nearest(to:)``.
  public func place(of point: GeoPoint, within reach: Double = 5) -> TownPlace? {
    if let town = largest(within: reach, of: point) { return TownPlace(town: town, way: nil) }
    guard let (town, distance) = nearest(to: point) else { return nil }
    // Three digits of a distance say more than the middle of a town means.
    let unit = distance < 100 ? 1.0 : distance < 1_000 ? 10 : 100
    let kilometers = Int((distance / unit).rounded() * unit)
    return TownPlace(town: town, way: "\(kilometers) km \(town.point.direction(to: point))")
  }
}
