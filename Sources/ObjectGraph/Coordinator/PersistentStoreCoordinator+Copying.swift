internal import ObjectModel
public import ObjectStore

extension PersistentStoreCoordinator {
  /// Copies all rows of a store, with their versions, into an empty store of any kind.
  ///
  /// Other programs may have the destination open. Rows keep their keys, unless the destination has given or reserved
  /// some, also for a copy that failed or was canceled: then they get higher ones, and URIs of objects name others. The rows of
  /// join tables can always get others. Programs that follow the destination read everything again, and its history starts again.
  /// None of this holds for a ``CombinedStore`` as the destination, which no other program may have open meanwhile.
  ///
  /// Use this method to move a document from one kind of store to another. The hashes of both models must be
  /// equal. The source is read at one state if its readers can hold one (``SnapshotReader``). The destination
  /// gets everything in one transaction, or nothing. Rows are read in batches; only the IDs of all rows are
  /// in memory at once. The destination keeps its own identifier. This method blocks until it is done: do not
  /// call it on the main actor.
  ///
  /// - Parameters:
  ///   - source: The store that is read.
  ///   - destination: The store that gets the rows.
  ///   - durability: The durability of the destination's transaction.
  ///   - onProgress: Called on the caller's thread, in a transaction of the destination, with the number of rows: at
  ///     the beginning, after each batch, and at the end.
  ///   - onVerification: Called in the same way while the rows are read back and compared with those of the source, before
  ///     the transaction is committed; `nil` if they are not compared.
  /// - Returns: The number of rows.
  /// - Throws: A ``StoreCopyError``, or the errors of the stores; `CancellationError` if the current task is canceled.
  ///   The destination is then empty.
  @discardableResult
  public static func copyStore(
    from source: any PersistentStore, to destination: any PersistentStore, durability: Durability = .full,
    onProgress: (StoreProgress) -> Void = { _ in }, onVerification: ((StoreProgress) -> Void)? = nil
  ) throws -> Int {
    var mapping = try SlotMapping(from: source.model, to: destination)
    try refuseRows(in: destination)
    let reader = try source.makeReader()
    try (reader as? any SnapshotReader)?.holdSnapshot()
    defer { (reader as? any SnapshotReader)?.releaseSnapshot() }
    let copied = try source.model.numbers.map { number in
      try reader.fetchIDs(StoreQuery(entity: number)).filter { $0.entity == number }
    }
    let writer = try destination.makeWriter()
    // The keys of a combined store show in which of its stores a row is.
    if destination is any SharedStore, !(destination is CombinedStore) {
      try mapping.reserveKeys(for: copied, of: source.model, by: writer)
    }
    return try writer.transaction(durability) { [mapping] transaction in
      let shared = transaction as? any SharedStoreTransaction
      if let entity = try shared?.firstEntityWithRows() {
        throw StoreCopyError.notEmpty(entity: destination.model[entity].name)
      }
      let sizes = source.model.storedEntities.map(batchSize)
      try inBatches(copied, sizes, onProgress) { try copy($0, from: reader, to: transaction, mapping) }
      if let onVerification {
        try inBatches(copied, sizes, onVerification) {
          try compare($0, of: reader, with: transaction, mapping)
        }
      }
      try shared?.startHistoryAgain()
      return copied.reduce(0) { $0 + $1.count }
    }
  }

  /// Returns the number of an entity's rows in memory at a time.
  ///
  /// Bearable even if each value of binary data has a megabyte. A server needs many rows for each round trip.
  private static func batchSize(_ entity: Entity) -> Int {
    entity.attributes.contains { [.binary, .transformable].contains($0.type) } ? 100 : 1_000
  }

  /// Calls `body` for batches of the IDs of each entity, and reports the progress.
  private static func inBatches(
    _ ids: [[ManagedObjectID]], _ sizes: [Int], _ onProgress: (StoreProgress) -> Void,
    _ body: ([ManagedObjectID]) throws -> Void
  ) throws {
    let total = ids.reduce(0) { $0 + $1.count }
    var count = 0
    onProgress(StoreProgress(completed: count, total: total))
    for (ids, size) in zip(ids, sizes) {
      for start in stride(from: 0, to: ids.count, by: size) {
        try Task.checkCancellation()
        let batch = Array(ids[start..<min(start + size, ids.count)])
        try body(batch)
        count += batch.count
        onProgress(StoreProgress(completed: count, total: total))
      }
    }
  }

  private static func copy(
    _ ids: [ManagedObjectID], from reader: any StoreReader, to transaction: any StoreTransaction,
    _ mapping: SlotMapping
  ) throws {
    let rows = try reader.rows(ids).sorted { $0.id < $1.id }
    // Written, a row has the version that it has now.
    let outcomes = try transaction.write(rows.map { .insert(mapping.row($0, version: $0.version - 1)) })
    if let (row, _) = zip(rows, outcomes).first(where: { $1 != .done }) {
      throw StoreCopyError.refused(row.id)
    }
  }

  /// Compares the rows that a transaction has written with those that were copied.
  private static func compare(
    _ ids: [ManagedObjectID], of reader: any StoreReader, with transaction: any StoreTransaction,
    _ mapping: SlotMapping
  ) throws {
    let copied = try reader.rows(ids).map { mapping.row($0, version: $0.version) }
    let found = Dictionary(
      try transaction.rows(copied.map(\.id)).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    if let row = copied.first(where: { found[$0.id] != $0 }) { throw StoreCopyError.different(row.id) }
  }

  private static func refuseRows(in store: any PersistentStore) throws {
    let reader = try store.makeReader()
    for (index, entity) in store.model.storedEntities.enumerated() {
      guard try reader.count(StoreQuery(entity: EntityNumber(index: index), limit: 1)) == 0 else {
        throw StoreCopyError.notEmpty(entity: entity.name)
      }
    }
  }
}

/// A mapping of a row's slots and key to those of another store, whose model has the same hashes but may describe the
/// properties in another order, and whose keys can be reserved by other programs.
private struct SlotMapping {
  private let store: StoreIdentity
  /// The slots of the source by those of the destination.
  private var sources: EntityTable<[Slot]>
  /// The numbers that are added to keys.
  private var offsets: EntityTable<Int64>

  init(from source: ManagedObjectModel, to store: any PersistentStore) throws(StoreCopyError) {
    self.store = StoreIdentity(store.identifier)
    let destination = store.model
    offsets = EntityTable(destination.storedEntities.map { _ in 0 })
    guard source !== destination else {
      sources = EntityTable(source.storedEntities.map { Array($0.slots) })
      return
    }
    let hashes = (source.versionHashes, destination.versionHashes)
    for name in Set(hashes.0.keys).union(hashes.1.keys).sorted() where hashes.0[name] != hashes.1[name] {
      throw .otherModel(reason: "they describe \(name) differently")
    }
    let pairs = zip(source.storedEntities, destination.storedEntities)
    sources = EntityTable(
      pairs.map { entity, other in other.slots.compactMap { entity.slot(of: other.name(ofSlot: $0)) } })
  }

  /// Reserves keys for all rows, which are those of the source if none was reserved before.
  mutating func reserveKeys(
    for ids: [[ManagedObjectID]], of model: ManagedObjectModel, by writer: any StoreWriter
  ) throws {
    var highest: [EntityNumber: Int64] = [:]
    for id in ids.joined() {
      let root = model.root(of: id.entity)
      highest[root] = max(highest[root] ?? 1, id.key)
    }
    // Objects before join rows: a store can number both together, and the keys of join rows identify nothing.
    let (links, objects) = (highest.filter { model.isLink($0.key) }, highest.filter { !model.isLink($0.key) })
    let ranges = try [objects, links].reduce(into: [EntityNumber: Range<Int64>]()) { ranges, highest in
      ranges.merge(try writer.reserveKeys(highest.mapValues { Int($0) })) { $1 }
    }
    offsets = EntityTable(model.numbers.map { (ranges[model.root(of: $0)]?.lowerBound ?? 1) - 1 })
  }

  func row(_ row: Row, version: Int64) -> Row {
    Row(
      id: id(row.id), version: version,
      values: sources[row.id.entity].map { slot in
        row.values[slot].reference.map { .reference(id($0)) } ?? row.values[slot]
      })
  }

  private func id(_ id: ManagedObjectID) -> ManagedObjectID {
    ManagedObjectID(entity: id.entity, key: id.key + offsets[id.entity], in: store)
  }
}
