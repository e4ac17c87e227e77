public import ObjectModel
package import ObjectStore

/// Reading without waiting for a store on another machine.
///
/// An isolation that must stay responsive, such as the main actor, draws what is at hand and fetches the rest:
///
/// ```swift
/// context.withoutWaiting { draw() }
/// if context.hasMissingRows {
///   try await context.fetchMissingRows()
///   setNeedsDisplay()
/// }
/// ```
extension ManagedObjectContext {
  /// Runs `body` without waiting for a store on another machine (`PersistentStore.isRemote`).
  ///
  /// In `body`, an object whose values are not at hand stays a fault and shows the values of a new object, and a to-many
  /// relationship whose members are not at hand is empty. The context records both for ``fetchMissingRows()``. Requests
  /// throw `FetchError.wouldWait`. With a store on this machine, in a child, and while the context is pinned
  /// (``queryGeneration``), reading works as everywhere.
  ///
  /// - Precondition: `body` does not change objects; those that it reads may change themselves in
  ///   ``ManagedObject/awakeFromFetch()``.
  public func withoutWaiting<Result>(_ body: () throws -> Result) rethrows -> Result {
    if !missing.forbidsChanges { missing.dropFailed() }
    return try recordingMissingRows(body)
  }

  private func recordingMissingRows<Result>(_ body: () throws -> Result) rethrows -> Result {
    // Delete rules must not be applied where members can be missing.
    processPendingChanges()
    let outer = (missing.forbidsChanges, missing.forbidsWaiting)
    (missing.forbidsChanges, missing.forbidsWaiting) = (true, readsRemotely)
    defer { (missing.forbidsChanges, missing.forbidsWaiting) = outer }
    return try body()
  }

  /// Runs `body` like ``withoutWaiting(_:)``, and returns its result unless a value or a member was missing.
  ///
  /// - Precondition: `body` does not change objects.
  public func ifAtHand<Result>(_ body: () throws -> Result) rethrows -> Result? {
    let misses = missing.misses
    let result = try recordingMissingRows(body)
    return missing.misses == misses ? result : nil
  }

  /// A Boolean value that indicates whether another isolation can read a store on another machine for the context.
  ///
  /// The rows of a child are those of its parent, and only the context's own reader has the state to which it is pinned.
  var readsRemotely: Bool { coordinator.store.isRemote && parent == nil && queryGeneration == .unpinned }

  /// Returns objects with their values, which are read off the context's isolation if the store is on another machine.
  ///
  /// An object without a row, or whose row changes during the call, stays a fault. With a store on this machine, in a
  /// child, and while the context is pinned (``queryGeneration``), nothing is read before a value is needed.
  ///
  /// - Throws: `CancellationError` when the task is canceled, and the errors of the store.
  public func objects(with ids: some Sequence<ManagedObjectID>) async throws -> [ManagedObject] {
    let objects = ids.map { object(with: $0) }
    guard readsRemotely else { return objects }
    var wanted = MissingRows.Wanted()
    for object in objects where object.isFault && overlay.state(of: object.objectID) == nil {
      wanted.ids.insert(object.objectID)
    }
    try await fetch(wanted)
    return objects
  }

  /// A Boolean value that indicates whether values or members were missing in ``withoutWaiting(_:)`` that are not being
  /// fetched.
  public var hasMissingRows: Bool { !missing.isEmpty }

  /// Fetches the values and members that were missing in ``withoutWaiting(_:)``, off the context's isolation.
  ///
  /// All values cost one reading, and the members of each relationship another one. The context retains the objects that
  /// were fetched last, about 2,000. Rows that change during the call stay missing, and are recorded again when they are
  /// needed.
  ///
  /// - Precondition: No other call is in progress.
  /// - Throws: `CancellationError` when the task is canceled, and the errors of the store. The rows are then still missing
  ///   until the next ``withoutWaiting(_:)``, which records those again that it needs.
  public func fetchMissingRows() async throws {
    do {
      try await fetch(missing.begin())
      missing.end(isFetched: true)
    } catch {
      missing.end(isFetched: false)
      throw error
    }
  }

  private func fetch(_ wanted: MissingRows.Wanted) async throws {
    guard !wanted.isEmpty, readsRemotely else { return }
    let meanwhile = ChangesMeanwhile(of: self)
    let queries = queries(for: wanted.owners)
    let found = try await coordinator.readCancellably { reader in
      (
        rows: wanted.ids.isEmpty ? [] : try reader.rows(wanted.ids.sorted()),
        members: try queries.map { try reader.fetch($0.query) }
      )
    }
    processPendingChanges()
    guard readsRemotely, !meanwhile.objects.isReload else { return }
    showFetched(found.rows, wanted.ids, meanwhile.objects)
    for (query, rows) in zip(queries, found.members) { showMembers(rows, query, meanwhile.objects) }
  }

  /// Makes objects of rows that were read off the context's isolation, and returns them.
  ///
  /// Passes over rows that changed since the reading began (`changed`), and those of saves that are not committed: what the
  /// context shows of them is newer. In a child, whose rows are those of its parent, there are none.
  package func objects(for rows: [Row], except changed: Set<ManagedObjectID>) -> [ManagedObject] {
    guard parent == nil else { return [] }
    return rows.filter { !changed.contains($0.id) && overlay.state(of: $0.id) == nil }.map { object(for: $0) }
  }

  /// A query for the members of some owners.
  private struct MembersQuery: Sendable {
    let relationship: RelationshipDescription
    let owners: [ManagedObjectID]
    let query: StoreQuery
  }

  private func queries(for wanted: [RelationshipDescription: Set<ManagedObjectID>]) -> [MembersQuery] {
    wanted.flatMap { relationship, owners -> [MembersQuery] in
      guard let membership = model.membership(relationship) else { return [] }
      return owners.sorted().chunks(of: Prefetching.ownersAtOnce).map {
        MembersQuery(relationship: relationship, owners: Array($0), query: query(membership, Array($0)))
      }
    }
  }

  /// Gives faults the values of rows; a fault without a row turns into an object whose row is gone.
  private func showFetched(_ rows: [Row], _ ids: Set<ManagedObjectID>, _ changed: ConcernedObjects) {
    func isCurrent(_ id: ManagedObjectID) -> Bool { !changed.contains(id) && overlay.state(of: id) == nil }
    for row in rows where isCurrent(row.id) { missing.keep(object(for: row)) }
    for id in ids.subtracting(rows.lazy.map(\.id)) where isCurrent(id) {
      let fault = registry[id] ?? makeObject(id, row: nil)
      guard fault.isFault else { continue }
      registry.remove(id)
      depart(fault, countsAsDeleted: shouldDeleteInaccessibleFaults)
      missing.keep(fault)
    }
  }

  private func showMembers(_ rows: [Row], _ query: MembersQuery, _ changed: ConcernedObjects) {
    guard let membership = model.membership(query.relationship) else { return }
    // A row that is not committed yet, or that changed meanwhile, can have another owner than the store says.
    guard pendingIDs(of: membership.number).isEmpty,
      !changed.containsObject(where: model.family(of: membership.number).contains)
    else { return }
    let rowsByOwner = Dictionary(grouping: rows) { $0.values[membership.owner].reference }
    for row in rows { missing.keep(object(for: row)) }
    for id in query.owners where !changed.contains(id) {
      // A fault on the way to its members need not be in use.
      let owner = object(with: id)
      guard owner.members[query.relationship.name] == nil else { continue }
      missing.keep(owner)
      owner.members[query.relationship.name] = MemberSet(rowsByOwner[id] ?? [], membership)
    }
  }
}
