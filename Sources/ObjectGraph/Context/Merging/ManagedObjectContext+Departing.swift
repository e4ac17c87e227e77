internal import ObjectModel
internal import ObjectStore

/// Objects whose rows are gone.
///
/// They are no longer registered, so look-ups of rows do not find them. The context still knows them while
/// they are in use. When an undo or another context inserts the row again, the object is registered again.
extension ManagedObjectContext {
  /// Removes the object of a deleted row from the registered objects, if it is in use.
  func detach(_ id: ManagedObjectID) {
    if let object = registry.remove(id) { depart(object) }
  }

  /// Detaches new objects that were deleted, after all other changes were saved or discarded.
  ///
  /// Until then they stay registered: an undo can restore them.
  func detachDiscarded() {
    for id in unsaved.removeDiscarded() {
      guard let object = registry[id] else { continue }
      if object.pendingChange == .delete, object.committed == nil { detach(id) }
    }
  }

  /// Marks an object that is no longer registered as gone.
  ///
  /// It keeps the last values of its attributes.
  func depart(_ object: ManagedObject, countsAsDeleted: Bool = true) {
    object.loseRow(countsAsDeleted: countsAsDeleted)
    if !model.isLink(object.objectID.entity) { registry.recordGone(object) }
  }

  /// Registers the object of a row that was gone as a fault and returns it, if it is in use.
  func revive(_ id: ManagedObjectID) -> ManagedObject? {
    guard let object = registry.removeGone(id) else { return nil }
    object.reset(to: id)
    registry.register(object)
    return object
  }

  /// Returns a Boolean value that indicates whether properties of an object can be changed.
  ///
  /// It is `false` if the row of the object is gone, and once the delete rules have been applied to the
  /// object.
  func acceptsChanges(_ object: ManagedObject) -> Bool {
    switch object.pendingChange {
    case nil, .insert, .update: true
    case .gone, .inaccessible: false
    case .delete: unsaved.deletions.contains(object)
    }
  }

  /// Returns a Boolean value that indicates whether a property may refer to a row.
  ///
  /// The function does not check whether a row exists if no object of it is in use.
  func acceptsReferences(to id: ManagedObjectID) -> Bool {
    if let object = registry[id] { return acceptsChanges(object) }
    guard registry.goneObject(id) != nil else { return true }
    return !object(with: id).isGone
  }

  /// Removes the object of a deleted row from the context, with its unsaved changes.
  ///
  /// - Parameters:
  ///   - id: The ID of the row.
  ///   - row: The last state of the row, for the relationships that contain it; `nil` if they have been
  ///     updated.
  ///   - target: The row into which it was merged; `nil` if it was deleted.
  ///   - keepsDeletion: A Boolean value that indicates whether an unsaved deletion applies to `target`.
  func vanish(
    _ id: ManagedObjectID, last row: Row? = nil, becoming target: ManagedObjectID? = nil,
    keepsDeletion: Bool = false
  ) {
    let object = registry[id]
    if object?.isDeleted != true, let values = object?.values ?? row?.values {
      referencesChanged(id, from: values, to: nil)
    }
    // A deletion that was saved here is final, unless it applies to the target as well.
    let isDeletedHere = mainSaves?.deletionState(of: id)?.isDeleted == true && !keepsDeletion
    if let target, !isDeletedHere { return redirect(id, to: target, keepsDeletion: keepsDeletion) }
    unsaved.remove(id)
    dropUnsavedReferences(to: id)
    detach(id)
    notifier.recordDeletion(id)
  }

  // MARK: References of other contexts to deleted objects

  /// Applies the delete rules again to deleted objects to which a merge added references.
  ///
  /// The resulting changes belong to the event of the deletion, and are undone with it. The rules are applied at once to all
  /// objects of an event: each of their readings is merged with all unsaved changes.
  func reapplyDeleteRules() {
    let affected = unsaved.deletions.removeAffected().filter {
      $0.pendingChange == .delete && !acceptsChanges($0)
    }
    let events = Dictionary(grouping: affected) { object in
      recorder[object.objectID] == nil
        ? undoHistory?.groupNumber(ofDeletion: object.objectID) ?? -1 : Int.max
    }
    for (_, objects) in events.sorted(by: { $0.key < $1.key }) {
      let (outerEvent, outerDeletions) = (recorder, unsaved.deletions)
      (recorder, unsaved.deletions) = (EventRecorder(), DeletionQueue(objects))
      applyDeleteRules()
      let changes = eventChanges()
      (recorder, unsaved.deletions) = (outerEvent, outerDeletions)
      if recorder[objects[0].objectID] == nil {
        undoHistory?.extend(deletionOf: objects[0].objectID, by: changes)
      } else {
        for change in changes where recorder[change.id] == nil { recorder[change.id] = change.before }
      }
    }
  }
}
