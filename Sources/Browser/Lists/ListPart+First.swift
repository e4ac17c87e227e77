import FetchedResults
import ObjectGraph

extension ListPart {
  /// The number of rows that are read and listed before all others.
  static let firstCount = 200

  /// The rows that are read and listed before all others, with the objects of as many as a large terminal shows.
  static func first(around center: ManagedObjectID?) -> ListPart {
    ListPart(firstCount, around: center, objectCount: 100)
  }
}
