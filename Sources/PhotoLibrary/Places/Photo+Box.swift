import ObjectGraph
import WorldMap

extension Photo {
  /// Returns a predicate for the photos whose places are in a box, exactly as `GeoBox.contains(_:)` has it.
  static func taken(in box: GeoBox) -> FetchPredicate {
    let isNorth = latitude >= box.south
    let isSouth = box.includesNorth ? latitude <= box.north : latitude < box.north
    let isEast = longitude >= box.west
    let isWest = box.includesEast ? longitude <= box.east : longitude < box.east
    // Across the meridian of 180 degrees, the box has a part on either side.
    let isWithin =
      box.crossesDateLine
      ? (isEast && longitude <= 180) || (isWest && longitude >= -180) : isEast && isWest
    return isNorth && isSouth && isWithin
  }
}
