public import ObjectModel

/// The operations within a transaction of a store.
public protocol StoreTransaction: AnyObject {
  /// Returns the rows with these IDs in any order; rows that are not in the store are left out.
  func rows(_ ids: [ManagedObjectID]) throws -> [Row]

  /// Returns the row of the entity or its subentities that has `values` in `slots`.
  ///
  /// - Precondition: The slots are those of a uniqueness constraint that the entity describes.
  func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) throws -> Row?

  /// Returns the row that has `values` in `slots`, so that a row with the ID cannot be written with them.
  ///
  /// The default implementation returns ``row(entity:slots:values:)``. A store whose constraints hold within its parts
  /// searches that of the ID.
  func row(refusing id: ManagedObjectID, entity: EntityNumber, slots: [Slot], values: [PropertyValue]) throws
    -> Row?

  /// Returns the IDs of the rows of the entity and its subentities that refer to one of `targets` in `slot`.
  func sources(entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]) throws -> [ManagedObjectID]

  /// Inserts a row, whose version becomes `row.version` + 1.
  ///
  /// - Throws: A ``DuplicateKeyError`` if another row has the key, and then writes nothing; errors of the store.
  func insert(_ row: Row) throws -> WriteOutcome

  /// Updates `slots` of a row if the store has it in the version `row.version`, and increments the version.
  func update(_ row: Row, slots: [Slot]) throws -> WriteOutcome

  /// Deletes a row if the store has it; if `version` is not `nil`, only in that version.
  func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome

  /// Returns the versions of the rows with these IDs; rows that are not in the store are left out.
  ///
  /// The default implementation reads the rows.
  func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64]

  /// Writes `slots` of a row and gives it the version `row.version`, whatever version it has.
  ///
  /// A commit uses it to write a row twice that counts as written once. The default implementation deletes the row and
  /// inserts it again.
  ///
  /// - Returns: ``WriteOutcome/stale`` if the store does not have the row, and ``WriteOutcome/duplicate`` if another row
  ///   has the same unique values; then nothing is written.
  func overwrite(_ row: Row, slots: [Slot]) throws -> WriteOutcome

  /// Returns which of some rows are in the store.
  ///
  /// A commit asks it for the rows to which the rows that it has written refer. The default implementation reads
  /// the rows.
  func present(_ ids: [ManagedObjectID]) throws -> Set<ManagedObjectID>

  /// Carries out writes in order, as the methods for one row do, and returns their outcomes.
  ///
  /// A commit calls it with up to 4,096 rows. The default implementation calls those methods. A store for which
  /// each call has a cost of its own, such as a server, implements the requirement.
  ///
  /// - Precondition: The writes are of different rows.
  /// - Returns: The outcome of each write. An insertion whose key another row has counts as ``WriteOutcome/duplicate``.
  func write(_ writes: [RowWrite]) throws -> [WriteOutcome]

  /// Returns the references that each question asks for, in any order.
  ///
  /// The default implementation calls ``sources(entity:slot:targets:)`` for each row that is referred to.
  func references(_ queries: [ReferenceQuery]) throws -> [[RowReference]]
}

extension StoreTransaction {
  /// Searches the whole store.
  public func row(
    refusing id: ManagedObjectID, entity: EntityNumber, slots: [Slot], values: [PropertyValue]
  ) throws -> Row? { try row(entity: entity, slots: slots, values: values) }

  /// Reads the rows for their versions.
  public func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64] {
    Dictionary(try rows(ids).map { ($0.id, $0.version) }, uniquingKeysWith: { $1 })
  }

  /// Reads the rows.
  public func present(_ ids: [ManagedObjectID]) throws -> Set<ManagedObjectID> {
    Set(try rows(ids).lazy.map(\.id))
  }

  /// Deletes the row and inserts it again.
  public func overwrite(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
    guard let stored = try rows([row.id]).first else { return .stale }
    var changed = stored
    for slot in slots { changed.values[slot] = row.values[slot] }
    // Inserting adds one to the version.
    changed.version = row.version - 1
    _ = try delete(row.id, version: nil)
    let outcome = try insert(changed)
    if outcome != .done {
      _ = try insert(Row(id: row.id, version: stored.version - 1, values: stored.values))
    }
    return outcome
  }

  /// Carries out the writes one by one.
  public func write(_ writes: [RowWrite]) throws -> [WriteOutcome] {
    try writes.map { write in
      switch write {
      case .insert(let row):
        do { return try insert(row) } catch is DuplicateKeyError { return .duplicate }
      case .update(let row, let slots): return try update(row, slots: slots)
      case .overwrite(let row, let slots): return try overwrite(row, slots: slots)
      case .delete(let id, let version): return try delete(id, version: version)
      }
    }
  }

  /// Asks for each row that is referred to.
  public func references(_ queries: [ReferenceQuery]) throws -> [[RowReference]] {
    try queries.map { query in
      try query.targets.flatMap { target in
        try sources(entity: query.entity, slot: query.slot, targets: [target])
          .map { RowReference(source: $0, target: target) }
      }
    }
  }
}
