extension ManagedObjectContext {
  /// Calls `handler` in the context's isolation whenever changes have been processed, until the observation
  /// is released.
  ///
  /// The context already shows the new state. A handler that changes the context causes another call.
  ///
  /// - Returns: The observation, which the caller must retain.
  public func observe(_ handler: @escaping (ContextChanges) -> Void) -> ContextObservation {
    observation(notifier.add(handler))
  }

  /// Calls `handler` like ``observe(_:)``, until the context is reset.
  func observeObject(_ handler: @escaping (ContextChanges) -> Void) -> ContextObservation {
    observation(notifier.addObjectObserver(handler))
  }

  private func observation(_ number: Int) -> ContextObservation {
    ContextObservation { [weak self] in
      let observer = self?.notifier.removeObserver(number)
      withExtendedLifetime(observer) {}
    }
  }

  /// Ends an event: applies delete rules, closes the undo group, and notifies observers.
  ///
  /// Delete rules are applied unless ``propagatesDeletesAtEndOfEvent`` is `false`. The context calls this
  /// itself before a fetch and a save, at the end of ``BackgroundContext/perform(_:)``, and on the main actor
  /// soon after the first change.
  ///
  /// A deletion with all effects of its delete rules belongs to one event. In ``ManagedObject/prepareForDeletion()``, the
  /// call therefore neither closes the group nor notifies observers, and in a cascade it applies no rules.
  public func processPendingChanges() {
    guard !notifier.isPosting else { return }
    endEvent()
    post()
  }

  /// Applies delete rules, and closes the undo group of the event unless a deletion is in progress.
  func endEvent() {
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    if !unsaved.deletions.isInProgress { closeEvent() }
  }

  /// Ends the events of the contexts that this one reads from, those farthest away first.
  func processAncestorsChanges() {
    guard let parent else { return }
    parent.processAncestorsChanges()
    parent.processPendingChanges()
  }

  /// Ends the event of this context and of its children.
  func processTurn() {
    processPendingChanges()
    for child in children.contexts { child.processTurn() }
  }

  /// Notifies observers of the gathered changes, unless a deletion is in progress.
  ///
  /// Changes made by the observers cause another notification.
  func post() {
    guard !notifier.isPosting, !unsaved.deletions.isInProgress else { return }
    notifier.isPosting = true
    defer { notifier.isPosting = false }
    while notifier.hasChanges {
      let changes = notifier.removeChanges()
      recordNewcomers(changes)
      for number in notifier.observers.numbers {
        if let observer = notifier.observers[number] { observer(changes) }
      }
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
}
