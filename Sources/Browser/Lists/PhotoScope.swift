import ObjectGraph

/// The photos that are listed, before a filter.
enum PhotoScope: Equatable {
  case empty
  case all
  case photographer(ManagedObjectID)
  case collection(PhotoCollection)

  /// A Boolean value that indicates whether the list shows the photos of the photographer under the left cursor.
  var followsPhotographer: Bool {
    switch self {
    case .empty, .photographer: true
    case .all, .collection: false
    }
  }

  /// The listed collection, if one is.
  var collection: PhotoCollection? {
    if case .collection(let collection) = self { collection } else { nil }
  }
}
