/// A part of the earth between two parallels and two meridians, in degrees.
///
/// The southern and the western edge belong to it, the northern and the eastern one do not: each place is in one box of
/// boxes side by side. Only at the pole and at 180 degrees does the last edge belong to it, because no box follows.
public struct GeoBox: Hashable, Sendable, CustomStringConvertible {
  /// The southern edge.
  public let south: Double
  /// The western edge.
  public let west: Double
  /// The northern edge.
  public let north: Double
  /// The eastern edge; less than the western one in a box across the meridian of 180 degrees.
  public let east: Double

  /// Creates a box; `nil` for edges that are no places, for a box without height, and for one without width.
  public init?(south: Double, west: Double, north: Double, east: Double) {
    guard south < north, west != east, GeoPoint(latitude: south, longitude: west) != nil,
      GeoPoint(latitude: north, longitude: east) != nil
    else { return nil }
    self.init(edges: south, west, north, east)
  }

  /// Creates a box of edges that were checked.
  init(edges south: Double, _ west: Double, _ north: Double, _ east: Double) {
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Parses the corners in the south-west and in the north-east, latitudes first: `38.6,-9.3,38.9,-9.0`.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 4, let south = parts[0], let west = parts[1], let north = parts[2],
      let east = parts[3]
    else { return nil }
    self.init(south: south, west: west, north: north, east: east)
  }

  /// The corners, as ``init(_:)`` parses them.
  public var description: String {
    [south, west, north, east].map { edge in
      // Also for minus zero.
      let text = edge == 0 ? "0" : "\(edge)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }.joined(separator: ",")
  }

  /// A Boolean value that indicates whether the northern edge belongs to the box.
  public var includesNorth: Bool { north == 90 }

  /// A Boolean value that indicates whether the eastern edge belongs to the box.
  public var includesEast: Bool { east == 180 }

  /// A Boolean value that indicates whether the box lies across the meridian of 180 degrees.
  public var crossesDateLine: Bool { west > east }

  /// Returns a Boolean value that indicates whether a place is in the box.
  public func contains(_ point: GeoPoint) -> Bool {
    let isSouthOfEdge = point.latitude < north || includesNorth
    let isEast = point.longitude >= west
    let isWest = point.longitude < east || includesEast
    return point.latitude >= south && isSouthOfEdge && (crossesDateLine ? isEast || isWest : isEast && isWest)
  }

  /// The place in the middle.
  public var center: GeoPoint {
    let width = crossesDateLine ? east - west + 360 : east - west
    return GeoPoint(wrappingLatitude: (south + north) / 2, longitude: west + width / 2)
  }
}
