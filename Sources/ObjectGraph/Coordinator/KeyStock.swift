internal import ObjectModel
import Synchronization

/// The keys that are reserved in the store and not yet assigned to an object.
///
/// An entity here is the root of an inheritance tree, whose entities share their keys.
///
/// An object gets its key, and with it its permanent ID, when it is inserted. Keys are reserved in ranges.
/// The next range is reserved in the background before the last one is used up, so that an insertion on the
/// main actor does not wait for the store's writer.
final class KeyStock: Sendable {
  private struct Shelf {
    var ranges: [Range<Int64>] = []
    var block = 64
    var isRefilling = false

    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// A Boolean value that indicates whether to reserve more keys now.
    var isLow: Bool { !isRefilling && (ranges.first?.count ?? 0) < block / 2 && count < block / 2 }

    mutating func removeNext() -> Int64? {
      guard let first = ranges.first else { return nil }
      ranges[0] = (first.lowerBound + 1)..<first.upperBound
      if ranges[0].isEmpty { ranges.removeFirst() }
      return first.lowerBound
    }

    /// Marks the shelf as refilling if it is low, and returns whether it did.
    mutating func beginRefilling() -> Bool {
      guard isLow else { return false }
      isRefilling = true
      return true
    }

    /// Returns a key, and whether the caller must reserve more; an empty shelf is refilled by the caller that
    /// finds it empty.
    mutating func nextAndRefill() -> (key: Int64?, shouldRefill: Bool) {
      guard let key = removeNext() else { return (nil, false) }
      return (key, beginRefilling())
    }
  }

  private static let largestBlock = 4096
  private let shelves = Mutex<[EntityNumber: Shelf]>([:])
  private let writer: Writer

  init(writer: Writer) { self.writer = writer }

  /// Returns a key for a new row of the entity.
  ///
  /// It waits for the writer only when no key is reserved.
  ///
  /// - Throws: The errors of the store.
  func next(entity: EntityNumber) throws -> Int64 {
    if let key = nextAndRefill(entity) { return key }
    let range = try writer.reserveAndWait(block(for: entity), entity: entity)
    put(range, entity: entity)
    return nextAndRefill(entity) ?? range.lowerBound
  }

  /// Reserves keys until there are at least `count` for the entity.
  ///
  /// - Throws: The errors of the store.
  func reserve(_ count: Int, entity: EntityNumber) async throws {
    let missing = count - shelves.withLock { $0[entity]?.count ?? 0 }
    guard missing > 0 else { return }
    do {
      let ranges = try await withCheckedThrowingContinuation { continuation in
        writer.reserve([entity: missing]) { continuation.resume(with: $0) }
      }
      if let range = ranges[entity] { put(range, entity: entity) }
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
  }

  /// Reserves keys in the background of those entities that have few.
  func refill(_ entities: Set<EntityNumber>) {
    let low = shelves.withLock { shelves in
      entities.filter { shelves[$0, default: Shelf()].beginRefilling() }
    }
    if !low.isEmpty {
      askForMore(Dictionary(uniqueKeysWithValues: low.map { ($0, block(for: $0)) }))
    }
  }

  private func askForMore(_ counts: [EntityNumber: Int]) {
    writer.reserve(counts) { result in
      if case .failure = result, counts.count > 1 {
        // The failure may be that of one entity.
        for (entity, count) in counts { self.askForMore([entity: count]) }
        return
      }
      // The next insertion retries a failed reservation and throws its error.
      let ranges = try? result.get()
      for entity in counts.keys { self.endRefilling(entity, ranges?[entity]) }
    }
  }

  private func nextAndRefill(_ entity: EntityNumber) -> Int64? {
    let (key, shouldRefill) = shelves.withLock { $0[entity, default: Shelf()].nextAndRefill() }
    if shouldRefill { askForMore([entity: block(for: entity)]) }
    return key
  }

  /// Returns the number of keys to reserve, which doubles each time up to a limit, so that an import reserves
  /// seldom.
  private func block(for entity: EntityNumber) -> Int {
    shelves.withLock { shelves in
      let block = shelves[entity, default: Shelf()].block
      shelves[entity, default: Shelf()].block = min(block * 2, Self.largestBlock)
      return block
    }
  }

  private func put(_ range: Range<Int64>, entity: EntityNumber) {
    shelves.withLock { $0[entity, default: Shelf()].ranges.append(range) }
  }

  private func endRefilling(_ entity: EntityNumber, _ range: Range<Int64>?) {
    shelves.withLock { shelves in
      shelves[entity, default: Shelf()].isRefilling = false
      if let range { shelves[entity, default: Shelf()].ranges.append(range) }
    }
  }
}
