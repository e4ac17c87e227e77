public import ObjectModel
public import ObjectStore

extension ManagedObjectContext: RowLookup {
  /// Returns the row as this context shows it, with unsaved changes; `nil` if there is none.
  ///
  /// The call makes no object. It reads the store if neither an object nor a pending save has the row.
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)`` for an ID of another store, and the errors of the store.
  public func row(for id: ManagedObjectID) throws -> Row? {
    if let object = registry[id] {
      if object.isDeleted { return nil }
      if let row = object.row { return row }
    }
    guard id.store == coordinator.identity else { throw FetchError.objectOfOtherStore(id) }
    return try savedRow(for: id)
  }

  /// Returns the row as it was last saved, whether committed or pending.
  func savedRow(for id: ManagedObjectID) throws -> Row? {
    if let state = overlay.state(of: id) { return state }
    if let state = mainSaves?.mergedRow(id) { return state }
    if missing.forbidsWaiting { missing.record(id) }
    return try reader.rows([id]).first
  }

  /// Fulfills a fault.
  ///
  /// If there is no row, the object gets the values of a new one (see ``shouldDeleteInaccessibleFaults``).
  func fulfill(_ object: ManagedObject) {
    // If the store cannot be read, the object stays a fault. The next fetch throws the error.
    try? readFault(object)
  }

  /// Fulfills a fault that is about to change, or that the next save must check.
  ///
  /// If the store cannot be read, the object stays a fault, and the change is lost (``readForChange(_:)``).
  func fulfillForChange(_ object: ManagedObject) { readForChange { try readFault(object) } }

  /// Reads what a change needs.
  ///
  /// - Returns: `nil` if the store cannot be read. The change must then have no effect: it is lost. The next save throws the
  ///   error, unless the context must not wait: then the caller runs again when the rows are at hand.
  @discardableResult
  func readForChange<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch FetchError.wouldWait {
      return nil
    } catch {
      unsaved.lostChange = error
      return nil
    }
  }

  private func readFault(_ object: ManagedObject) throws {
    guard let row = try savedRow(for: object.objectID) else {
      registry.remove(object.objectID)
      return depart(object, countsAsDeleted: shouldDeleteInaccessibleFaults)
    }
    object.values = row.values
    object.committed = row
    object.awake()
  }

  /// Fulfills the faults among objects with one read.
  ///
  /// If the store cannot be read, or a row is gone, the objects stay faults.
  func fulfill(_ objects: [ManagedObject]) {
    let faults = objects.filter { $0.isFault }.map(\.objectID)
    if faults.count > 1 { _ = readAhead(faults) }
  }

  /// Returns the IDs of rows of the entity and its sub-entities that may differ from those of the store.
  ///
  /// These are rows with unsaved changes, here or in a parent, and rows of saves that are not committed. Rows
  /// whose many-to-many relationships have changed are included.
  public func pendingIDs(of entity: EntityNumber) -> Set<ManagedObjectID> {
    let own = overlaidIDs(of: entity)
    return parent.map { own.union($0.pendingIDs(of: entity)) } ?? own
  }

  /// Returns the IDs of rows that may differ from those of ``reader``.
  func overlaidIDs(of entity: EntityNumber) -> Set<ManagedObjectID> {
    var ids: Set<ManagedObjectID> = []
    for number in model.family(of: entity) {
      ids.formUnion(overlay.ids(ofEntity: number))
      ids.formUnion(unsaved.ids(ofEntity: number))
      for referrer in model.referrers(to: number) where model.isLink(referrer.entity) {
        ids.formUnion(ends(of: overlaidIDs(of: referrer.entity), slot: referrer.slot, number))
      }
    }
    return ids
  }

  /// Returns the objects of an entity to which pending join rows refer.
  private func ends(
    of joins: Set<ManagedObjectID>, slot: Slot, _ entity: EntityNumber
  ) -> [ManagedObjectID] {
    var ends: [ManagedObjectID?] = []
    var unknown: [ManagedObjectID] = []
    for id in joins {
      if let shown = registry[id]?.values ?? (overlay.state(of: id) ?? nil)?.values {
        ends.append(shown[slot].reference)
      } else {
        unknown.append(id)
      }
    }
    // If the store cannot be read, the read of the rows themselves throws the error.
    if !unknown.isEmpty {
      ends += ((try? reader.rows(unknown)) ?? []).map { $0.values[slot].reference }
    }
    return ends.compactMap { $0 }.filter { $0.entity == entity }
  }
}
