internal import Foundation
internal import ObjectModel
internal import ObjectStore
import Synchronization

/// The keys that are reserved in chosen stores of a ``CombinedStore`` and not yet assigned to an object.
final class AssignedKeys: Sendable {
  /// An inheritance tree in a store.
  private struct Place: Hashable {
    /// The root of the tree.
    var entity: EntityNumber
    var store: UUID
  }

  private static let block = 64
  private let ranges = Mutex<[Place: Range<Int64>]>([:])
  private let writer: Writer

  init(writer: Writer) { self.writer = writer }

  /// Returns a key for a new row of the entity in a store.
  ///
  /// It waits for the writer when no key is reserved.
  ///
  /// - Throws: A ``CombinedStoreError``, and the errors of the store.
  func next(entity: EntityNumber, store: UUID) throws -> Int64 {
    let place = Place(entity: entity, store: store)
    if let key = removeNext(place) { return key }
    // Another context may reserve keys meanwhile, and then one of the two ranges is not used.
    let range = try writer.reserveAndWait(Self.block, entity: entity, inStore: store)
    ranges.withLock { $0[place] = range.dropFirst() }
    return range.lowerBound
  }

  private func removeNext(_ place: Place) -> Int64? {
    ranges.withLock { ranges in
      guard let range = ranges[place], let key = range.first else { return nil }
      ranges[place] = range.dropFirst()
      return key
    }
  }
}
