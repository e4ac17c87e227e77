import Foundation

/// A place on the earth, in degrees.
public struct GeoPoint: Hashable, Sendable, CustomStringConvertible {
  /// The latitude in degrees north, from -90 to 90.
  public let latitude: Double
  /// The longitude in degrees east, from -180 to 180.
  public let longitude: Double

  /// Creates a place; `nil` if the coordinates lie outside their ranges.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Creates a place from coordinates of any size: the latitude is limited to the poles, the longitude wraps around.
  init(wrappingLatitude latitude: Double, longitude: Double) {
    self.latitude = min(max(-90, latitude), 90)
    // Both -180 and 180 stay as they are.
    let turns = abs(longitude) <= 180 ? 0 : ((longitude + 180) / 360).rounded(.down)
    self.longitude = min(max(-180, longitude - 360 * turns), 180)
  }

  /// The place for display, to a hundredth of a degree: `38.72° N 9.14° W`.
  public var description: String {
    "\(text(abs(latitude), 2))° \(latitude < 0 ? "S" : "N") \(text(abs(longitude), 2))° \(longitude < 0 ? "W" : "E")"
  }

  /// Returns latitude and longitude with at most a number of decimals, with a comma between them.
  public func decimals(_ count: Int) -> String { "\(text(latitude, count)),\(text(longitude, count))" }

  private func text(_ degrees: Double, _ decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (degrees * scale).rounded() / scale
    return rounded == 0 ? "0" : "\(rounded)"
  }

  /// The mean radius of the earth in kilometers (IUGG).
  private static let earthRadius = 6_371.0

  /// Returns the distance to another place along the surface of a sphere, in kilometers.
  public func distance(to other: GeoPoint) -> Double {
    let (one, two) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let (height, width) = (sin((two - one) / 2), sin((other.longitude - longitude) * .pi / 360))
    let square = height * height + cos(one) * cos(two) * width * width
    return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
  }

  /// Returns a length in kilometers below the distance of all places whose latitudes differ by a number of degrees.
  static func leastDistance(ofDegrees degrees: Double) -> Double {
    // A little less than the arc, so that rounding never makes it longer.
    degrees * .pi / 180 * earthRadius * (1 - 1e-9)
  }

  /// Returns the direction in which another place lies: `N`, `NE`, `E` and so on.
  func direction(to other: GeoPoint) -> String {
    let (one, two) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (other.longitude - longitude) * .pi / 180
    let angle = atan2(sin(turn) * cos(two), cos(one) * sin(two) - sin(one) * cos(two) * cos(turn))
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return names[(Int((angle / (.pi / 4)).rounded()) + names.count) % names.count]
  }
}
