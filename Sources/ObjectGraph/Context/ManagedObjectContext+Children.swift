/// Contexts within a context.
extension ManagedObjectContext {
  /// The context that this one reads from and saves into; nil for one that saves into the store.
  public var parent: ManagedObjectContext? {
    if case .child(let parent) = role { parent } else { nil }
  }

  /// Opens a scratch pad on a context, in the same isolation, to any depth.
  ///
  /// A child shows what its parent shows, changes that were not saved included, under changes of its own. A save makes
  /// these changes of the parent, in one event, which the parent can undo and has yet to save; it has been validated
  /// before, delete rules are obeyed again in the parent, for what came there meanwhile, and a new object with the
  /// unique values of one that is there becomes that one, under the merge policy of the child, which is that of the
  /// parent to begin with.
  ///
  /// There are no conflicts between child and parent: who saves last has the last word, but only about the properties
  /// that it changed (with Core Data, about the whole object). What was deleted in the parent stays deleted.
  ///
  /// An object that the child has read stays as it is when the parent changes it, until
  /// ``automaticallyMergesChangesFromParent`` is set, or the object refreshed. The child keeps its parent alive.
  public convenience init(parent: ManagedObjectContext) {
    self.init(
      coordinator: parent.coordinator, role: .child(of: parent), reader: ParentReader(parent),
      overlay: PendingRows())
    mergePolicy = parent.mergePolicy
    parent.children[number] = WeakContext(context: self)
  }

  // MARK: Saving

  /// Hands changes to the parent, and takes over what it made of them.
  func push(_ changes: StoreChanges, into parent: ManagedObjectContext) throws -> CommitReport {
    try checkGuarded()
    parent.take(changes)
    parent.outbox?.append(changes)
    let saved = changed.values.flatMap(\.values)
    changed.removeAll()
    for object in saved {
      if object.isDeleted { detach(object.objectID) } else { object.pendingChange = nil }
    }
    for object in saved where object.managedObjectContext === self { takeOverSaved(object, from: parent) }
    // Of these the parent tells nothing new.
    beingSaved = Set(changes.ids)
    parent.processPendingChanges()
    beingSaved = []
    return CommitReport(changes, by: self)
  }

  /// Takes over what the parent made of a saved object: others can have changed it there, or deleted what it refers to.
  private func takeOverSaved(_ object: ManagedObject, from parent: ManagedObjectContext) {
    // A store that cannot be read looks as if the parent had the same.
    let found = Result { try parent.row(for: object.objectID) }
    if case .success(nil) = found {
      return vanish(object.objectID, becoming: parent.redirects[object.objectID])
    }
    guard let found = (try? found.get()) ?? object.row else { return }
    let shown = object.values
    let row = object.completed(found, by: shown)
    object.committed = row
    object.values = row.values
    guard shown != row.values else { return }
    referencesChanged(row.id, from: shown, to: row.values)
    gathered.noteUpdated(row.id)
  }

  /// Makes what a child saved changes of this context, in one event.
  func take(_ changes: StoreChanges) {
    processPendingChanges()
    let changes = changes.following(redirects)
    takeInserted(changes.inserted)
    for update in changes.updated {
      let object = object(with: update.row.id)
      if object.isFault { fulfill(object) }
      guard !object.isDeleted, object.isInserted || object.committed != nil else { continue }
      take(update.slots, of: update.row, into: object)
    }
    // The hooks of these have been called in the child.
    for row in changes.deleted { delete(object(with: row.id), isPrepared: true) }
    applyDeleteRules()
  }

  /// Makes the objects first, and lets them refer to each other then.
  private func takeInserted(_ rows: [Row]) {
    let (links, rows) = (
      rows.filter { model.isLink($0.id.entity) }, rows.filter { !model.isLink($0.id.entity) }
    )
    for row in rows where !isThere(row) {
      var values = row.values
      for slot in values.indices where values[slot].reference != nil { values[slot] = .null }
      restore(row.id, values: values, version: row.version - 1)
    }
    for row in rows {
      take(Array(row.values.indices), of: row, into: object(with: row.id))
    }
    for row in links where joinsWhatIsThere(row) { makeLink(row.id, values: row.values) }
  }

  private func joinsWhatIsThere(_ row: Row) -> Bool {
    // A store that cannot be read looks as if the objects were there; the next save throws the reason.
    row.values.compactMap(\.reference).allSatisfy { id in
      if case .success(nil) = Result(catching: { try self.row(for: id) }) { false } else { true }
    }
  }

  /// Whether a row that is to be made is there already: an undo brought it back in the child and here.
  private func isThere(_ row: Row) -> Bool {
    // A row that was never deleted has no version yet.
    guard row.version > 0, case .success(.some) = Result(catching: { try self.row(for: row.id) }) else {
      return false
    }
    return true
  }

  /// Sets some slots to the values of a row that a child saved.
  private func take(_ slots: [Int], of row: Row, into object: ManagedObject) {
    for slot in slots { take(row.values[slot], slot: slot, of: object) }
    // A position belongs to its reference: it may be the number that the row had under another owner, or before it was
    // removed, so that the position alone counts as unchanged while setting the reference puts the row at the end.
    for slot in slots {
      guard let position = model.end(ofSlot: slot, entity: row.id.entity)?.position else { continue }
      put(row.values[position], slot: position, of: object)
    }
  }

  /// Sets a slot, but to nothing where it would refer to an object that is gone.
  private func take(_ value: PropertyValue, slot: Int, of object: ManagedObject) {
    // A store that cannot be read looks as if the object were there; the next save throws the reason.
    if let id = value.reference, case .success(nil) = Result(catching: { try row(for: id) }) {
      set(.null, slot: slot, of: object)
    } else {
      set(value, slot: slot, of: object)
    }
  }
}
