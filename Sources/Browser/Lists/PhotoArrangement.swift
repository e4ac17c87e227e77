import ObjectGraph
import PhotoLibrary

/// The order, the sections and the filter of listed photos.
struct PhotoArrangement {
  var sort = PhotoSort(.title)
  /// The value that makes sections.
  var heading = PhotoHeading.none
  /// A Boolean value that indicates whether photos of an album are listed in its order.
  var usesAlbumOrder = true
  /// The order that the listed collection has of its own; `nil` if the list is in the chosen order.
  var ownOrder: PhotoCollection.Order?
  /// The text that selects photos; empty for all.
  var filter = ""
  /// The condition that the text stands for; `nil` without one.
  var filterCondition: FetchPredicate?
  /// The photos that are listed even if they do not belong to the scope, as far as they meet the filter.
  private(set) var included: Set<ManagedObjectID> = []

  /// Sorts photos, also those of an album or of another collection with an order of its own.
  mutating func sort(by sort: PhotoSort, heading: PhotoHeading) {
    (self.sort, self.heading) = (sort, heading)
    usesAlbumOrder = false
    ownOrder = nil
  }

  /// Selects photos by a text, which stands for a condition.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - condition: The condition; `nil` for all photos.
  ///   - included: The photos that are listed even if they do not belong to the scope.
  mutating func filter(
    by text: String, where condition: FetchPredicate?, including included: Set<ManagedObjectID> = []
  ) {
    (filter, filterCondition, self.included) = (text, condition, included)
  }

  /// The sort keys, and the sections: none in the order of a collection.
  var sections: (keys: [FetchOrder], path: String?, length: Int?) {
    ownOrder.map { ($0.keys, nil, nil) } ?? heading.sections(of: sort)
  }

  /// The name of the order for display, and a short one.
  var orderName: (long: String, short: String) {
    ownOrder.map { ($0.name, $0.name) } ?? (sort.name, sort.order.rawValue)
  }
}
