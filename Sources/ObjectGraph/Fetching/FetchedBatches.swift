public import ObjectModel
internal import ObjectStore

/// The result of a fetch that holds only IDs and reads objects one batch at a time.
///
/// It keeps the batch used last with its prefetched objects. It belongs to the isolation of its context.
public struct FetchedBatches<Object: ManagedObject>: RandomAccessCollection {
  private let ids: [ManagedObjectID]
  private let size: Int
  private let prefetching: Prefetching
  private let context: ManagedObjectContext
  private let batch = Batch()

  /// The batch used last, shared by copies of the collection.
  private final class Batch {
    var start = 0
    var objects: [ManagedObject] = []
    var related: [ManagedObject] = []
  }

  init(ids: [ManagedObjectID], size: Int, prefetching: Prefetching, context: ManagedObjectContext) {
    self.ids = ids
    self.size = Swift.max(1, size)
    self.prefetching = prefetching
    self.context = context
  }

  /// The place of the first object.
  public var startIndex: Int { 0 }
  /// The place after the last object.
  public var endIndex: Int { ids.count }

  /// The object at a place; reads the whole batch around it, unless that was the last one used.
  public subscript(position: Int) -> Object {
    require(indices.contains(position), "there is no object \(position): the fetch found \(ids.count)")
    if !batch.objects.indices.contains(position - batch.start) {
      let start = position / size * size
      batch.objects = context.readAhead(ids[start..<Swift.min(start + size, ids.count)])
      // An element cannot throw: without the store, its relationships are read when they are used.
      batch.related = (try? prefetching.read(from: batch.objects, in: context)) ?? []
      batch.start = start
    }
    guard let object = batch.objects[position - batch.start] as? Object else {
      misuse("\(ids[position]) is no \(Object.self): the class belongs to another entity")
    }
    return object
  }
}

extension ManagedObjectContext {
  /// Reads the rows of faults in one go, and returns the objects in the order of `ids`.
  ///
  /// An object without a row stays a fault. Where the store cannot be read, all of them do; the next fetch throws the
  /// reason. In ``withoutWaiting(_:)``, they do as well, and are recorded for ``fetchMissingRows()``.
  public func readAhead(_ ids: some Sequence<ManagedObjectID>) -> [ManagedObject] {
    // Other modules call this without a version for their sequence, and most have an array, which this does not copy.
    let objects = Array(ids).map { object(with: $0) }
    // Rows that could not be read stay faults, and are read one by one.
    try? readRows(of: objects)
    return objects
  }

  /// Reads the rows of faults in one go, and returns the objects in the order of `ids`.
  ///
  /// An object without a row stays a fault. Where that would wait, all of them do, and are recorded as missing.
  ///
  /// - Throws: The errors of the store, except `FetchError.wouldWait`.
  func readRows(of ids: some Sequence<ManagedObjectID>) throws -> [ManagedObject] {
    let objects = ids.map { object(with: $0) }
    try readRows(of: objects)
    return objects
  }

  private func readRows(of objects: [ManagedObject]) throws {
    let faults = objects.filter { $0.isFault && overlay.state(of: $0.objectID) == nil }
    if missing.forbidsWaiting {
      for fault in faults { missing.record(fault.objectID) }
    } else if !faults.isEmpty {
      do {
        for row in try reader.rows(faults.map(\.objectID)) { _ = object(for: row) }
      } catch FetchError.wouldWait {
        // The reader has recorded what is missing.
      }
    }
  }
}
