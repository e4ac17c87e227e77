import ObjectGraph

/// The photos that are listed, before a filter.
enum PhotoScope: Equatable {
  case empty
  case all
  case photographer(ManagedObjectID)
  /// A group of photos, which a query selects.
  case group(String)
  case collection(PhotoCollection)

  /// A Boolean value that indicates whether the list shows the photos of the row under the left cursor.
  var followsMaster: Bool {
    switch self {
    case .empty, .photographer, .group: true
    case .all, .collection: false
    }
  }

  /// A Boolean value that indicates whether the photos may be of several photographers.
  var mixesPhotographers: Bool {
    switch self {
    case .empty, .photographer: false
    case .all, .group, .collection: true
    }
  }

  /// The listed collection, if one is.
  var collection: PhotoCollection? {
    if case .collection(let collection) = self { collection } else { nil }
  }
}
