import Foundation
public import ObjectGraph
public import WorldMap

extension PhotoLibrary {
  /// Returns the places of photos, read in the background.
  ///
  /// - Parameter condition: The condition of the photos; `nil` for all.
  /// - Throws: The errors of the store; `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of photos.
  public func mapPoints(where condition: FetchPredicate?) async throws -> MapPoints {
    let query = FetchRequest<Photo>(where: condition).query(in: context.model)
    return try await container.coordinator.readCancellably { reader in
      var points = MapPoints()
      try reader.forEach(query, paths: [Photo.latitude.keyPath, Photo.longitude.keyPath]) { _, found in
        if case .real(let latitude) = found[0], case .real(let longitude) = found[1],
          let point = GeoPoint(latitude: latitude, longitude: longitude)
        {
          points.add(point)
        } else {
          points.addUnplaced()
        }
      }
      points.shrink()
      return points
    }
  }
}
