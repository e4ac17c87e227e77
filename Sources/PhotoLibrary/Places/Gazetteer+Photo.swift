public import WorldMap

extension Gazetteer {
  /// Returns where a photo was taken: in a town, as `Lisbon, Portugal`, or from the nearest one, as `12 km NE of Lisbon, Portugal`.
  ///
  /// It is `nil` for a photo without a place, and without towns.
  public func description(of photo: Photo) -> String? { description(of: photo, among: towns) }

  /// Returns what ``description(of:)`` returns, but does not wait for the towns: `nil` while they are not read.
  public func knownDescription(of photo: Photo) -> String? {
    knownTowns.flatMap { description(of: photo, among: $0) }
  }

  private func description(of photo: Photo, among towns: @autoclosure () -> Towns) -> String? {
    guard let latitude = photo.latitude, let longitude = photo.longitude,
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    else { return nil }
    return towns().place(of: point)?.description
  }
}
