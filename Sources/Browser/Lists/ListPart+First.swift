import FetchedResults
import ObjectGraph

extension ListPart {
  /// The rows that are read and listed before all others, with the objects of as many as a large terminal shows.
  static func first(around center: ManagedObjectID?) -> ListPart {
    ListPart(200, around: center, objectCount: 100)
  }
}
