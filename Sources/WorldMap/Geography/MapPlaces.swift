import Foundation

/// Places with names, to say where something is.
public struct MapPlaces: Sendable {
  /// A place with its name.
  struct Place: Sendable {
    let name: String
    let point: GeoPoint
  }

  private let places: [Place]

  /// Parses lines of a name, a latitude and a longitude, separated by tabs; other lines are passed over.
  public init(_ text: String) {
    places = text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: "\t")
      guard parts.count == 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]),
        let point = GeoPoint(latitude: latitude, longitude: longitude)
      else { return nil }
      return Place(name: String(parts[0]), point: point)
    }
  }

  /// The distances in kilometers below which something is in a place, and near it.
  private static let (within, near) = (15.0, 60.0)

  /// Returns where a point is, by the nearest place: `Lisbon`, `near Lisbon` or `220 km SE of Lisbon`; `nil` without places.
  ///
  /// - Complexity: O(*n*) in the number of places.
  public func description(of point: GeoPoint) -> String? {
    let nearest = places.map { ($0, $0.point.distance(to: point)) }.min { $0.1 < $1.1 }
    guard let (place, distance) = nearest else { return nil }
    if distance < Self.within { return place.name }
    if distance < Self.near { return "near \(place.name)" }
    // Two digits are as much as a center of photos means.
    let unit = distance < 100 ? 1.0 : distance < 1_000 ? 10 : 100
    let kilometers = Int((distance / unit).rounded() * unit)
    return "\(kilometers) km \(place.point.direction(to: point)) of \(place.name)"
  }
}
