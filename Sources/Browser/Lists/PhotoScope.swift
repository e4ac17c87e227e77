import ObjectGraph

/// The photos that are listed, before a filter.
enum PhotoScope: Equatable {
  case empty
  case all
  case photographer(ManagedObjectID)
  /// A group of photos, which a query selects.
  case group(String)
  case collection(PhotoCollection)

  /// Returns whether two scopes list the same photos; texts are compared by their bytes, as in the library, where names of
  /// folders can be equal as strings and yet be two.
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.empty, .empty), (.all, .all): true
    case (.photographer(let left), .photographer(let right)): left == right
    case (.group(let left), .group(let right)),
      (.collection(.source(let left)), .collection(.source(let right))):
      left.propertyValue == right.propertyValue
    case (.collection(let left), .collection(let right)): left == right
    default: false
    }
  }

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
