internal import ObjectModel
public import ObjectStore

/// The history of the store, as read by a context.
extension ManagedObjectContext {
  /// Returns the transactions that a request asks for, in commit order, those of other processes included.
  ///
  /// A context that is pinned (``queryGeneration``) reads the history as of its state. To wait without blocking the
  /// isolation of the context, use ``PersistentStoreCoordinator/history(_:)``; ``whenAtHand(_:)`` does not read it
  /// in advance.
  ///
  /// - Throws: A ``PersistentHistoryError`` if the store keeps no history, if the request names an unknown entity, or
  ///   if its token belongs to another store or has expired; otherwise the errors of the store.
  /// - Complexity: O(*n*) in the number of transactions after the start of the request and of their changes. The
  ///   context's isolation is blocked for this time.
  public func history(
    _ request: PersistentHistoryRequest = PersistentHistoryRequest()
  ) throws -> [PersistentHistoryTransaction] {
    guard let reader = try historyReader() else {
      throw PersistentHistoryError.none(in: coordinator.store)
    }
    return try reader.history(request)
  }

  /// Returns the position after the last transaction that the context can read, or nil if the store keeps no history.
  ///
  /// - Throws: The errors of the store.
  public func historyToken() throws -> PersistentHistoryToken? { try historyReader()?.historyToken() }

  /// The reader of a child is its parent, which keeps no history.
  private func historyReader() throws -> (any HistoryReader)? {
    if missing.forbidsWaiting { throw FetchError.wouldWait }
    if let reader = readerBeneath as? any HistoryReader { return reader }
    return parent == nil ? nil : try coordinator.store.makeReader() as? any HistoryReader
  }

  // MARK: Merging

  /// Merges transactions of the history into this context.
  ///
  /// Use it in a context that does not merge commits automatically, for the transactions since a token that the program has
  /// kept. The rows are read again from the store or the parent, so that transactions that were merged before do no harm,
  /// and unsaved changes stay on top, property by property. The call has no effect while the context is pinned
  /// (``queryGeneration``).
  ///
  /// ```swift
  /// let transactions = try context.history(.after(token))
  /// context.mergeChanges(fromHistory: transactions)
  /// token = transactions.last?.token ?? token
  /// ```
  ///
  /// - Parameter transactions: The transactions, with their changes (``PersistentHistoryRequest/includesChanges``).
  /// - Precondition: The transactions are those of the context's store.
  /// - Complexity: O(*n*) in the number of changes and of registered objects. The context's isolation is blocked for
  ///   this time.
  public func mergeChanges(fromHistory transactions: some Sequence<PersistentHistoryTransaction>) {
    guard queryGeneration == .unpinned else { return }
    processPendingChanges()
    var changes = ContextChanges(in: model)
    /// The objects that may have other owners than before.
    var moved: Set<ManagedObjectID> = []
    for change in transactions.lazy.flatMap(\.changes) {
      let id = change.objectID
      coordinator.requireOwn(id)
      switch change.kind {
      case .insertion where registry.contains(id): changes.recordUpdate(id)
      case .insertion: changes.recordInsertion(id)
      case .update: changes.recordUpdate(id)
      case .deletion: changes.recordDeletion(id)
      }
      let relationships = model.entity(of: id).relationships
      if change.kind != .update
        || relationships.contains(where: { change.updatedProperties.contains($0.name) })
      {
        moved.insert(id)
      }
    }
    for owner in owners(of: moved) { changes.recordMembersChange(owner) }
    mergeCurrentRows(of: changes, from: parent == nil ? .store : .parent)
  }

  /// Returns the registered objects that had some objects among their members, or have them now.
  ///
  /// A history does not contain the former owner of an object; it is known from the members that were read.
  private func owners(of ids: Set<ManagedObjectID>) -> Set<ManagedObjectID> {
    guard !ids.isEmpty else { return [] }
    var owners: Set<ManagedObjectID> = []
    for object in registry.objects where !object.isInserted {
      if object.members.values.contains(where: { !$0.ids.isDisjoint(with: ids) }) {
        owners.insert(object.objectID)
      }
    }
    // If rows cannot be read, nothing is merged either.
    for row in ((try? rowsBeneath(ids.sorted())) ?? [:]).values {
      for slot in model.entity(of: row.id).referenceSlots {
        guard let owner = row.values[slot].reference, registry[owner]?.members.isEmpty == false else {
          continue
        }
        owners.insert(owner)
      }
    }
    return owners
  }
}
