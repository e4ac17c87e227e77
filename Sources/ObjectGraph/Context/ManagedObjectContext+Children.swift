internal import ObjectModel
internal import ObjectStore

/// Child contexts.
extension ManagedObjectContext {
  /// The context from which this one reads and into which it saves; `nil` for a context on the store.
  public var parent: ManagedObjectContext? {
    parentLink?.parent
  }

  /// Opens a child of a context, in the same isolation, at any depth.
  ///
  /// A child shows the state of its parent, including unsaved changes, with its own changes on top.
  ///
  /// A save validates the changes and turns them into unsaved changes of the parent, in one event that the
  /// parent can undo. The parent applies the delete rules again, for objects that were added there meanwhile.
  /// A new object with the unique values of an existing one is merged into it under the merge policy of the
  /// child, which is initially the policy of the parent.
  ///
  /// There are no conflicts between child and parent. The last save wins, but only for the properties that it
  /// changed (in Core Data, for the whole object). Objects that were deleted in the parent stay deleted.
  ///
  /// An object that the child has read does not change with the parent, until
  /// ``automaticallyMergesChangesFromParent`` is set or the object is refreshed. The child retains its
  /// parent.
  public convenience init(parent: ManagedObjectContext) {
    self.init(parent: parent, nil)
  }

  /// Opens a child of a context in the same isolation, or of the stand-in for a context in another isolation.
  ///
  /// - Parameters:
  ///   - parent: The parent or its stand-in.
  ///   - distantChanges: The changes of the parent in another isolation; `nil` without such a parent.
  convenience init(parent: ManagedObjectContext, _ distantChanges: ParentChanges?) {
    self.init(
      coordinator: parent.coordinator, role: .child(ParentLink(to: parent, distantChanges)),
      reader: ContextReader(parent), overlay: PendingRows())
    mergePolicy = parent.mergePolicy
    parent.children.add(self)
  }

  // MARK: Saving

  /// Saves changes into the parent, and merges the resulting rows.
  func push(_ changes: RowChanges, over link: ParentLink) throws -> CommitReport {
    let parent = link.parent
    try checkGuarded()
    // The parent would lose the changes of rows that cannot be read.
    let changed = try parent.readRows(of: changes.updated.map(\.row.id) + changes.deleted.map(\.id))
    parent.mergeSave(changes)
    withExtendedLifetime(changed) {}
    parent.outbox?.append(changes)
    let saved = unsaved.all
    unsaved.removeAll()
    unsaved.guarded.removeAll()
    for object in saved {
      if object.isDeleted {
        detach(object.objectID)
      } else {
        object.committed = object.row
        object.pendingChange = nil
      }
    }
    detachDiscarded()
    for object in saved where object.managedObjectContext === self { mergeSavedObject(object, from: parent) }
    // The notification of the parent contains nothing new about these rows.
    link.processSaved(changes.ids)
    return CommitReport(changes, by: self)
  }

  /// Merges the row that the parent shows for a saved object.
  ///
  /// The row may have changed in the parent, or an object to which it refers may have been deleted there.
  private func mergeSavedObject(_ object: ManagedObject, from parent: ManagedObjectContext) {
    let id = object.objectID
    // If the store cannot be read, the parent is assumed to have the same row.
    guard case .success(let row) = Result(catching: { try parent.row(for: id) }) else { return }
    mergeCurrentRow(row, of: id, in: ContextChanges(updated: [id]), from: .ownCommit)
  }

  /// Merges a save of a child as unsaved changes of this context, in one event.
  func mergeSave(_ changes: RowChanges) {
    processPendingChanges()
    let changes = changes.following(registry.redirects)
    mergeInserted(changes.inserted)
    for update in changes.updated {
      let object = object(with: update.row.id)
      if object.isFault { fulfillForChange(object) }
      guard !object.isDeleted, object.isInserted || object.committed != nil else { continue }
      merge(update.slots, of: update.row, into: object)
    }
    // The child has already called the hooks of these objects.
    for row in changes.deleted { delete(object(with: row.id), isPrepared: true) }
    applyDeleteRules()
  }

  /// Inserts the objects first, then sets their references.
  private func mergeInserted(_ rows: [Row]) {
    let (links, rows) = (
      rows.filter { model.isLink($0.id.entity) }, rows.filter { !model.isLink($0.id.entity) }
    )
    for row in rows where !isThere(row) {
      var values = row.values
      for slot in values.slots where values[slot].reference != nil { values[slot] = .null }
      restore(row.id, values: values, version: row.version - 1)
    }
    for row in rows {
      merge(Array(row.values.slots), of: row, into: object(with: row.id))
    }
    for row in links where joinsWhatIsThere(row) { makeLink(row.id, values: row.values) }
  }

  private func joinsWhatIsThere(_ row: Row) -> Bool {
    // If the store cannot be read, the objects are assumed to exist. The next save throws the error.
    row.values.compactMap(\.reference).allSatisfy { id in
      if case .success(nil) = Result(catching: { try self.row(for: id) }) { false } else { true }
    }
  }

  /// Returns a Boolean value that indicates whether a row to insert exists already.
  ///
  /// An undo may have inserted it both in the child and here.
  private func isThere(_ row: Row) -> Bool {
    // A row that was never deleted has no version yet.
    guard row.version > 0, case .success(.some) = Result(catching: { try self.row(for: row.id) }) else {
      return false
    }
    return true
  }

  /// Sets some slots to the values of a row that a child saved.
  private func merge(_ slots: [Slot], of row: Row, into object: ManagedObject) {
    for slot in slots { merge(row.values[slot], slot: slot, of: object) }
    // A position belongs to its reference: it may be the number that the row had under another owner, or before it was
    // removed, so that the position alone counts as unchanged.
    for slot in slots {
      guard let position = model.end(ofSlot: slot, entity: row.id.entity)?.position else { continue }
      put(row.values[position], slot: position, of: object)
    }
  }

  /// Sets a slot, or sets it to null if the value refers to an object that does not exist.
  private func merge(_ value: PropertyValue, slot: Slot, of object: ManagedObject) {
    // If the store cannot be read, the object is assumed to exist. The next save throws the error.
    if let id = value.reference, case .success(nil) = Result(catching: { try row(for: id) }) {
      set(.null, slot: slot, of: object)
    } else {
      set(value, slot: slot, of: object, setsPosition: false)
    }
  }
}
