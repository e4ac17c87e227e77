import PhotoLibrary

/// The way back to the map from the photos of a cluster.
struct MapVisit {
  /// The map as it was left.
  let map: MapScreen
  /// The filter of the list before.
  let formerFilter: String
  /// The filter that lists the photos of the cluster.
  let filter: String
  /// The photos that the filter is for.
  let scope: PhotoScope
}
