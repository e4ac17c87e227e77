import ObjectGraph

/// A place that a file has left.
struct FormerPlace: Hashable, Sendable {
  /// The row of the file.
  let row: ManagedObjectID
  let place: FolderPlace
}
