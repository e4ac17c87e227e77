extension ManagedObjectContext {
  /// Lets the next save fail, or the merge policy take the store's side, if somebody else has changed or deleted the
  /// row of this object since it was read, even when nothing of it is to be saved.
  ///
  /// For decisions that rest on an object without changing it. Objects that are to be saved need no guard. A fault is
  /// read first. Guards end with the save that succeeds, with `rollback()` and `reset()`; a save without changes
  /// checks nothing.
  public func detectConflicts(for object: ManagedObject) {
    guard object.managedObjectContext === self else { return }
    if object.isFault { fulfill(object) }
    guarded[object.objectID] = object.committed
  }

  /// Checks guarded objects of a child, in its parent.
  func checkGuarded() throws {
    for (id, row) in guarded.sorted(by: { $0.key < $1.key }) where changed[id.entity]?[id] == nil {
      let now = try reader.rows([id]).first
      guard now?.values != row.values else { continue }
      guard mergePolicy != .error else {
        throw ConflictError(
          kind: .changedMeanwhile, entity: model.entity(of: id).name, object: id, stored: now)
      }
      renew(id, now, in: ContextChanges(updated: [id]))
    }
    guarded.removeAll()
  }
}
