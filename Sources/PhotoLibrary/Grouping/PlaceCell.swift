import Foundation
import ObjectGraph
import WorldMap

/// A square of the earth of a tenth of a degree: 11 km high, and as wide at the equator.
struct PlaceCell: Hashable, Sendable {
  /// The latitude of the southern edge, and the longitude of the western one, in tenths of a degree.
  let south: Int
  let west: Int

  /// The square in which a place is; `nil` for a place that is not on the earth.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    south = Self.edge(below: latitude)
    west = Self.edge(below: longitude)
  }

  /// Parses the coordinates of a place in the square, as `38.7,-9.2`.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The edge is compared as the store compares it, so that a place is in the square whose condition it meets.
  private static func edge(below degrees: Double) -> Int {
    let edge = Int((degrees * 10).rounded(.down))
    if degrees < Double(edge) / 10 { return edge - 1 }
    return degrees >= Double(edge + 1) / 10 ? edge + 1 : edge
  }

  /// The corner in the south-west, as ``init(_:)`` parses it.
  var text: String { "\(Double(south) / 10),\(Double(west) / 10)" }

  /// The corner for display, as `38.7° N 9.2° W`.
  var name: String {
    "\(Double(abs(south)) / 10)° \(south < 0 ? "S" : "N") \(Double(abs(west)) / 10)° \(west < 0 ? "W" : "E")"
  }

  /// The distance in kilometers of a corner from the middle, at the equator.
  static let reach = 8.0

  /// The place in the middle.
  var center: GeoPoint? {
    GeoPoint(latitude: min(90, Double(south) / 10 + 0.05), longitude: min(180, Double(west) / 10 + 0.05))
  }

  /// The key that sorts squares from the north to the south, and from the west to the east.
  ///
  /// The numbers have five digits, from 10100 to 11900 and from 10200 to 13800, since keys are compared as texts.
  var sortKey: String { "\(11_000 - south) \(12_000 + west)" }

  /// A predicate for the photos in the square.
  var condition: FetchPredicate {
    Photo.latitude >= Double(south) / 10 && Photo.latitude < Double(south + 1) / 10
      && Photo.longitude >= Double(west) / 10 && Photo.longitude < Double(west + 1) / 10
  }
}
