internal import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Adds an object to the conflict detection of the next save, even if it has no unsaved changes.
  ///
  /// If another context has changed or deleted its row since it was read, the next save fails or resolves the
  /// conflict under the merge policy, which uses the row of the store. Use it for decisions that depend on an
  /// object without changing it. Objects with unsaved changes do not need it. A fault is fulfilled first. The
  /// detection ends with the next successful save, with ``rollback()`` and with ``reset()``. A save without
  /// changes checks nothing.
  public func detectConflicts(for object: ManagedObject) {
    guard object.managedObjectContext === self else { return }
    if object.isFault { fulfillForChange(object) }
    unsaved.guarded[object.objectID] = object.committed
  }

  /// Checks guarded objects of a child against the rows of its parent.
  ///
  /// - Throws: ``ConflictError`` if a row has changed and the merge policy is ``MergePolicy/error``.
  func checkGuarded() throws {
    for (id, row) in unsaved.guarded.sorted(by: { $0.key < $1.key }) where !unsaved.contains(id) {
      let now = try reader.rows([id]).first
      guard now?.values != row.values else { continue }
      // Derived values change with other rows.
      if let now, model.entity(of: id).differOnlyInDerived(row.values, now.values) { continue }
      guard mergePolicy != .error else {
        throw ConflictError(
          kind: .changedMeanwhile, entity: model.entity(of: id).name, object: id, stored: now)
      }
      mergeCurrentRow(now, of: id, in: ContextChanges(updated: [id]), from: .parent)
    }
  }
}
