import Synchronization

/// Keys that are reserved in the store and not given to an object yet.
///
/// An entity here is the root of an inheritance tree, which gives all of the tree its keys.
///
/// An object gets its key, and with it its permanent ID, when it is inserted. Keys are reserved in ranges; a range
/// is asked for in the background while there are still some left, so that an insertion on the main actor does not
/// wait for the store's writer.
final class KeyStock: Sendable {
  private struct Shelf {
    var ranges: [Range<Int64>] = []
    var block = 64
    var isRefilling = false

    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// Whether it is time to ask for more.
    var isLow: Bool { !isRefilling && (ranges.first?.count ?? 0) < block / 2 && count < block / 2 }

    mutating func take() -> Int64? {
      guard let first = ranges.first else { return nil }
      ranges[0] = (first.lowerBound + 1)..<first.upperBound
      if ranges[0].isEmpty { ranges.removeFirst() }
      return first.lowerBound
    }

    /// Notes that more is asked for, if it is time.
    mutating func beginRefilling() -> Bool {
      guard isLow else { return false }
      isRefilling = true
      return true
    }

    /// A key, and whether more is to be asked for; an empty shelf is filled by whoever finds it so.
    mutating func takeAndRefill() -> (key: Int64?, shouldRefill: Bool) {
      guard let key = take() else { return (nil, false) }
      return (key, beginRefilling())
    }
  }

  private static let largestBlock = 4096
  private let shelves = Mutex<[Int: Shelf]>([:])
  private let writer: Writer

  init(writer: Writer) { self.writer = writer }

  /// A key for a new row of the entity.
  ///
  /// Waits for the writer only when the stock is empty.
  func next(entity: Int) throws -> Int64 {
    if let key = takeAndRefill(entity) { return key }
    let range = try writer.reserveAndWait(block(for: entity), entity: entity)
    put(range, entity: entity)
    return takeAndRefill(entity) ?? range.lowerBound
  }

  /// Sees to it that there are `count` keys of the entity.
  func reserve(_ count: Int, entity: Int) async throws {
    let missing = count - shelves.withLock { $0[entity]?.count ?? 0 }
    guard missing > 0 else { return }
    let range = try await withCheckedThrowingContinuation { continuation in
      writer.reserve(missing, entity: entity) { continuation.resume(with: $0) }
    }
    shelves.withLock { $0[entity, default: Shelf()].ranges.append(range) }
  }

  /// Asks for keys of the entity in the background, if there are few.
  func refill(entity: Int) {
    let shouldRefill = shelves.withLock { $0[entity, default: Shelf()].beginRefilling() }
    if shouldRefill { askForMore(entity) }
  }

  private func askForMore(_ entity: Int) {
    writer.reserve(block(for: entity), entity: entity) { result in
      // A range that could not be reserved is asked for again, and its error reported, by the next insertion.
      self.put((try? result.get()) ?? 0..<0, entity: entity)
    }
  }

  private func takeAndRefill(_ entity: Int) -> Int64? {
    let (key, shouldRefill) = shelves.withLock { $0[entity, default: Shelf()].takeAndRefill() }
    if shouldRefill { askForMore(entity) }
    return key
  }

  /// How many keys to ask for: more each time, so that an import asks seldom.
  private func block(for entity: Int) -> Int {
    shelves.withLock { shelves in
      let block = shelves[entity, default: Shelf()].block
      shelves[entity, default: Shelf()].block = min(block * 2, Self.largestBlock)
      return block
    }
  }

  private func put(_ range: Range<Int64>, entity: Int) {
    shelves.withLock { shelves in
      shelves[entity, default: Shelf()].isRefilling = false
      if !range.isEmpty { shelves[entity, default: Shelf()].ranges.append(range) }
    }
  }
}
