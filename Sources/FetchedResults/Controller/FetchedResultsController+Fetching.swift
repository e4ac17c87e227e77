import ListChanges
public import ObjectGraph

extension FetchedResultsController {
  /// Reads the list off the caller's isolation, and shows it from then on.
  ///
  /// Tells no changes: whoever shows the list takes it whole when this returns. Only what changed while it was read,
  /// or is not in the store yet, is looked at on the caller's isolation. Also to be called after the context was
  /// reset. Does nothing when a later fetch, or another request, overtook it. Throws what the store throws.
  public func performFetch() async throws {
    let (query, number) = (query, latest.next())
    guard var fresh = try await read(query, number) else { return }
    try settle(&fresh, query)
    adopt(fresh, query)
  }

  /// Reads the list at once, in the caller's isolation; for short lists.
  ///
  /// Overtakes fetches that are under way. Throws what the store throws.
  public func performFetchNow() throws {
    _ = latest.next()
    changedWhileReading = nil
    startObserving()
    let ids = try context.fetchIDs(query.request(query.predicate) as FetchRequest<Object>)
    var fresh = RowList(order: query.order, window: query.window)
    _ = fresh.apply(try ids.map { try query.edit(of: $0, in: context) })
    adopt(fresh, query)
  }

  /// Shows another request, in the same sections, and tells how the list changes by that.
  @discardableResult
  public func replaceRequest(_ request: FetchRequest<Object>) async throws -> Bool {
    try await replaceRequest(request, sectionKeyPath: sectionKeyPath)
  }

  /// Shows another request, and tells how the list changes by that: what stays in the list keeps its identity.
  ///
  /// The new list is read and compared off the caller's isolation. The present one follows the context meanwhile,
  /// except while the two are compared, when changes wait. Returns false, and leaves the list as it is, when a later
  /// fetch or request overtook this one; that one's changes then begin from the same list. Throws
  /// ``FetchedResultsError``, `FetchError` and what the store throws, and leaves the list as it is then too.
  @discardableResult
  public func replaceRequest(
    _ request: FetchRequest<Object>, sectionKeyPath: String?
  ) async throws -> Bool {
    let query = try ListQuery(
      request, sectionKeyPath: sectionKeyPath, model: context.model, store: context.coordinator.identity)
    let number = latest.next()
    guard var fresh = try await read(query, number) else { return false }
    try settle(&fresh, query)
    comparison = number
    let changes = await difference(from: list.arrangement, to: fresh.arrangement)
    if comparison == number { comparison = nil }
    defer { followChanges() }
    guard latest.isLatest(number) else { return false }
    (self.request, self.sectionKeyPath) = (request, sectionKeyPath)
    adopt(fresh, query)
    tell(changes)
    return true
  }

  /// Reads a list in the background; nil when it was overtaken.
  private func read(_ query: ListQuery, _ number: Int) async throws -> RowList? {
    startObserving()
    context.processPendingChanges()
    // What is pending now may be committed after the store was read, and no longer be pending then.
    let pending = pendingIDs(for: query)
    changedWhileReading = pending
    let latest = latest
    do {
      let (owners, list) = try await context.coordinator.read { reader in
        let owners = try query.formerOwners(of: pending, in: reader)
        return (owners, try query.read(reader) { Task.isCancelled || !latest.isLatest(number) })
      }
      guard latest.isLatest(number) else { return nil }
      changedWhileReading?.formUnion(owners)
      return list
    } catch {
      guard latest.isLatest(number) else { return nil }
      changedWhileReading = nil
      throw error
    }
  }

  /// Brings a list that was read in step with the context; O(m log n) for m rows that are pending or changed.
  private func settle(_ list: inout RowList, _ query: ListQuery) throws {
    context.processPendingChanges()
    let changed = (changedWhileReading ?? []).union(pendingIDs(for: query))
    changedWhileReading = nil
    _ = list.apply(try edits(for: changed, query: query, skippingKnown: false))
  }

  private func adopt(_ fresh: consuming RowList, _ query: ListQuery) {
    Self.free(&list)
    list = fresh
    self.query = query
    isFetched = true
    related = [:]
  }
}

/// Compares two lists off the caller's isolation.
@concurrent
private func difference(from old: RowArrangement, to new: RowArrangement) async -> SectionedChanges {
  var changes = ListDifference(from: old, to: new).changes()
  changes.isReordering = old.order.keys != new.order.keys
  return changes
}
