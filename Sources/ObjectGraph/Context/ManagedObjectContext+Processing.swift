extension ManagedObjectContext {
  /// Calls `handler` in the context's isolation whenever changes have been processed, until the observation
  /// is released.
  ///
  /// The context already shows the new state. A handler that changes the context causes another call.
  ///
  /// - Returns: The observation, which the caller must retain.
  public func observe(_ handler: @escaping (ContextChanges) -> Void) -> ContextObservation {
    ContextObservation(context: self, number: notifier.add(handler))
  }

  /// Ends an event: applies delete rules, closes the undo group, and notifies observers.
  ///
  /// Delete rules are applied unless ``propagatesDeletesAtEndOfEvent`` is `false`. The context calls this
  /// itself before a fetch and a save, at the end of ``BackgroundContext/perform(_:)``, and on the main actor
  /// soon after the first change.
  public func processPendingChanges() {
    guard !notifier.isPosting else { return }
    endEvent()
    post()
  }

  private func endEvent() {
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    closeEvent()
  }

  /// Ends the event of this context and of its children.
  func processTurn() {
    processPendingChanges()
    for child in children.contexts { child.processTurn() }
  }

  /// Notifies observers of the gathered changes.
  ///
  /// Changes made by the observers cause another notification.
  func post() {
    guard !notifier.isPosting else { return }
    notifier.isPosting = true
    defer { notifier.isPosting = false }
    while notifier.hasChanges {
      let changes = notifier.removeChanges()
      recordNewcomers(changes)
      for handler in notifier.changeHandlers { handler(changes) }
      notifyDistantChildren(changes)
      endEvent()
    }
  }

  /// Schedules the processing of changes for the end of the turn of the main actor's loop.
  func scheduleProcessing() {
    if let parent { return parent.scheduleProcessing() }
    guard let mainSaves, !notifier.isScheduled else { return }
    notifier.isScheduled = true
    mainSaves.home.later { context in
      context.notifier.isScheduled = false
      context.resolveTurn()
      context.processTurn()
    }
  }

  // MARK: Delete rules

  /// Applies the delete rules of deleted objects, in the order of deletion.
  ///
  /// A cascade appends more deletions.
  func applyDeleteRules() {
    var next = 0
    while let object = unsaved.deletions.object(at: next) {
      next += 1
      // An undo may have restored the object.
      guard object.isDeleted else { continue }
      for relationship in object.entity.relationships { apply(relationship, of: object) }
      emptyReferences(to: object.objectID)
      leave(object)
    }
    unsaved.deletions.removeAll()
  }

  private func apply(_ relationship: RelationshipDescription, of object: ManagedObject) {
    guard relationship.link == nil else { return applyLinked(relationship, of: object) }
    guard relationship.deleteRule == .cascade || relationship.deleteRule == .nullify else { return }
    let inverse = inverse(of: relationship)
    if relationship.deleteRule == .nullify, relationship.cardinality == .toOne, inverse?.cardinality != .toOne
    {
      return
    }
    for id in others(relationship, of: object) {
      let other = self.object(with: id)
      guard !other.isDeleted else { continue }
      if relationship.deleteRule == .cascade {
        delete(other)
      } else if let inverse, let slot = other.entity.slot(of: inverse.name),
        other.read(slot).reference == object.objectID
      {
        put(.null, slot: slot, of: other)
      }
    }
  }

  /// Sets references to a deleted object that have no inverse to null.
  ///
  /// Core Data keeps such references, which then have no destination.
  private func emptyReferences(to id: ManagedObjectID) {
    for referrer in model.referrers(to: id.entity) {
      guard referrer.relationship.inverse == nil, referrer.relationship.isOptional,
        let name = model.entity(numbered: referrer.entity)?.name(ofSlot: referrer.slot)
      else { continue }
      let refers = FetchPredicate.comparison(.init(name, .equal, .value(.reference(id))))
      // If the store cannot be read, the commit resolves these references.
      let sources = (try? matchingIDs(StoreQuery(entity: referrer.entity, predicate: refers))) ?? []
      for source in sources where source != id { put(.null, slot: referrer.slot, of: object(with: source)) }
    }
  }

  /// Applies the delete rule of a many-to-many relationship.
  ///
  /// Join rows of a deleted object are removed under all rules except a denied deletion, which the save
  /// rejects.
  private func applyLinked(_ relationship: RelationshipDescription, of object: ManagedObject) {
    guard relationship.deleteRule != .deny else { return }
    let members = loadMembers(of: relationship, owner: object)
    for id in members.ids.sorted() {
      if let row = members.row(of: id) { remove(self.object(with: row)) }
      guard relationship.deleteRule == .cascade else { continue }
      let other = self.object(with: id)
      if !other.isDeleted { delete(other) }
    }
  }

  /// Returns the destinations of a relationship.
  func others(_ relationship: RelationshipDescription, of object: ManagedObject) -> [ManagedObjectID] {
    switch relationship.cardinality {
    case .toMany: loadMembers(of: relationship, owner: object).ids.sorted()
    case .toOne: [object.read(object.slot(of: relationship.name)).reference].compactMap { $0 }
    }
  }

  /// Removes a deleted object from the relationships that contain it.
  private func leave(_ object: ManagedObject) {
    referencesChanged(object.objectID, from: object.values, to: nil)
    // An object that was never saved needs no deletion in the store.
    if object.committed == nil { unsaved.remove(object.objectID) }
  }
}
