/// Objects whose rows are gone.
///
/// They are no longer registered, so that nothing finds them where rows are looked for. While they are in use the context
/// knows them all the same: when a row comes back, by an undo or from another context, its object lives again.
extension ManagedObjectContext {
  /// Parts from the object of a row that is gone, if it is in use.
  func detach(_ id: ManagedObjectID) {
    guard let object = registered.removeValue(forKey: id)?.object else { return }
    depart(object)
  }

  /// Parts from an object that is not registered any more: it keeps the last values of its attributes.
  func depart(_ object: ManagedObject, countsAsDeleted: Bool = true) {
    object.loseRow(countsAsDeleted: countsAsDeleted)
    if !model.isLink(object.objectID.entity) { gone[object.objectID] = Registration(object: object) }
  }

  /// The object in use of a row that was gone, as a registered fault.
  func revive(_ id: ManagedObjectID) -> ManagedObject? {
    guard !gone.isEmpty, let object = gone.removeValue(forKey: id)?.object else { return nil }
    object.reset(to: id)
    register(object)
    return object
  }

  /// Whether setting a property of an object has an effect: not if its row is gone, nor once the delete rules have been
  /// applied to it.
  func acceptsChanges(_ object: ManagedObject) -> Bool {
    switch object.pendingChange {
    case nil, .insert, .update: true
    case .gone, .inaccessible: false
    case .delete: preparing.contains { $0 === object } || deletions.contains { $0 === object }
    }
  }

  /// Whether a property can come to refer to a row; one of which no object is in use may be gone unnoticed.
  func acceptsReferences(to id: ManagedObjectID) -> Bool {
    if let object = registered[id]?.object { return acceptsChanges(object) }
    guard !gone.isEmpty, gone[id] != nil else { return true }
    return !object(with: id).isGone
  }

  /// Parts from a row that is gone, with what was to be saved of it.
  ///
  /// - Parameters:
  ///   - id: The ID of the row.
  ///   - row: The row as it was last, for relationships that know it; nil if they have been told.
  ///   - target: The row that it turned out to be the same as; nil if it is just gone.
  ///   - keepsDeletion: Whether a deletion that was not saved applies to `target`.
  func vanish(
    _ id: ManagedObjectID, last row: Row? = nil, becoming target: ManagedObjectID? = nil,
    keepsDeletion: Bool = false
  ) {
    let object = registered[id]?.object
    if object?.isDeleted != true, let values = object?.values ?? row?.values {
      referencesChanged(id, from: values, to: nil)
    }
    // A deletion that was saved here is final, unless it applies to the other row as well.
    let isDeletedHere = fates[id]?.isDeleted == true && !keepsDeletion
    if let target, !isDeletedHere { return redirect(id, to: target, keepsDeletion: keepsDeletion) }
    changed[id.entity]?[id] = nil
    dropUnsavedReferences(to: id)
    detach(id)
    gathered.noteDeleted(id)
  }

  // MARK: Rows of others that lead to what is deleted here

  /// Applies the delete rules again to deleted objects that a merge led other rows to.
  ///
  /// What they change belongs to the event of the deletion, and is undone with it.
  func reapplyDeleteRules() {
    let objects = disturbed
    disturbed.removeAll()
    for object in objects where object.pendingChange == .delete && !acceptsChanges(object) {
      let (outerEvent, outerRecording, outerDeletions) = (event, isRecording, deletions)
      (event, isRecording, deletions) = ([:], true, [object])
      applyDeleteRules()
      let changes = eventChanges()
      (event, isRecording, deletions) = (outerEvent, outerRecording, outerDeletions)
      if event[object.objectID] == nil {
        undoHistory?.extend(deletionOf: object.objectID, by: changes)
      } else {
        for change in changes where event[change.id] == nil { event[change.id] = change.before }
      }
    }
  }
}
