import ListChanges
public import ObjectGraph

extension FetchedResultsController {
  /// Fetches the list off the caller's isolation, and then shows it.
  ///
  /// Reports no changes: the caller must redraw the whole list when this function returns. Only objects
  /// that changed during the fetch, or that are unsaved, are processed on the caller's isolation. Call it
  /// again after the context was reset. It has no effect if a later fetch or another request superseded it.
  ///
  /// While the context is pinned (`ManagedObjectContext.queryGeneration`), this and all other fetches read the whole list in
  /// the caller's isolation, because only the context's own reader has that state.
  ///
  /// - Throws: Errors of the store.
  public func load() async throws { try await fetch(nil) }

  /// Fetches the list synchronously in the caller's isolation; for short lists.
  ///
  /// Supersedes fetches that are in flight.
  ///
  /// - Throws: Errors of the store.
  public func performFetch() throws {
    cancelFetch()
    startObserving()
    show(try fetchAtOnce(query), query, reloads)
    notifyFetch()
  }

  /// Returns the list as the context shows it, read in the caller's isolation even if the task is canceled.
  func fetchAtOnce(_ query: ListQuery) throws -> RowList {
    try query.read(context.makeReader(), isCancelable: false)
  }

  /// Interrupts fetches and replacements of the request that are in flight; the list stays as it is.
  public func cancelFetch() {
    _ = nextNumber()
    reading.cancel()
    changedWhileReading = nil
    if isStale { followChanges() }
  }

  /// Fetches a part of the list off the caller's isolation, and shows it.
  ///
  /// A list of a million rows can be shown in the time that its first rows take, with their objects
  /// (``ListPart/objectCount``). Until ``loadRest()`` has added the other rows, the list has only this part, and follows
  /// changes in it: see ``isComplete``. Otherwise like ``load()``. A request with a limit or an offset is loaded as a whole.
  ///
  /// - Throws: Errors of the store.
  public func loadPart(_ part: ListPart) async throws { try await fetch(part) }

  /// Fetches the list, or a part of it, off the caller's isolation, and shows it.
  private func fetch(_ part: ListPart?) async throws {
    let (query, number, reloads) = (query, nextNumber(), reloads)
    guard let fresh = try await read(query, number, part) else { return }
    show(fresh, query, reloads)
    notifyFetch()
  }

  /// Fetches the whole list off the caller's isolation, if it is not complete, and reports the rows that it adds.
  ///
  /// - Throws: Errors of the store. The list is then unchanged.
  public func loadRest() async throws {
    guard !isComplete else { return }
    try await turn(to: query, nextNumber(), nil)
  }

  /// Replaces the request, keeps the sections, and reports how the list changes.
  @discardableResult
  public func replaceRequest(
    _ request: FetchRequest<Object>, showingFirst part: ListPart? = nil
  ) async throws -> Bool {
    try await replaceRequest(
      request, sectionKeyPath: sectionKeyPath, sectionNameLength: sectionNameLength, showingFirst: part)
  }

  /// Replaces the request and reports how the list changes; rows in both lists keep their identity.
  ///
  /// The new list is fetched and compared off the caller's isolation. Meanwhile the current list follows
  /// the context, except during the comparison, when changes wait. Lists of many rows are not compared: the change is a
  /// reload (`SectionedChanges.isReload`), if the two lists together have more than 10,000 rows. So it is if the request is
  /// for other entities, subentities included.
  ///
  /// - Parameters:
  ///   - request: The new request.
  ///   - sectionKeyPath: The key path of the sections.
  ///   - sectionNameLength: The length of the beginning of its value that names a section; `nil` for the whole value.
  ///   - part: The rows that are shown and reported before the others (``loadPart(_:)``); `nil` to show all at once.
  /// - Precondition: `sectionNameLength` is not negative.
  /// - Returns: `false` if a later fetch or request superseded this one. The list is then unchanged, except that it may
  ///   show the part, and the changes of the later request start from the same list.
  /// - Throws: ``FetchedResultsError``, `FetchError`, and errors of the store. The list is then unchanged, or shows
  ///   the part.
  @discardableResult
  public func replaceRequest(
    _ request: FetchRequest<Object>, sectionKeyPath: String?, sectionNameLength: Int? = nil,
    showingFirst part: ListPart? = nil
  ) async throws -> Bool {
    let query = try ListQuery(
      request, sectionKeyPath: sectionKeyPath, sectionNameLength: sectionNameLength, model: context.model,
      store: context.coordinator.identity)
    let number = nextNumber()
    let adopt = { (controller: FetchedResultsController) in
      controller.request = request
      controller.sectionKeyPath = sectionKeyPath
      controller.sectionNameLength = sectionNameLength
    }
    if let part {
      guard try await turn(to: query, number, part, adopting: adopt) else { return false }
      if isComplete { return true }
    }
    return try await turn(to: query, number, nil, adopting: adopt)
  }

  /// The number of rows in two lists up to which they are compared.
  static var comparisonLimit: Int { 10_000 }

  /// Reads a list, or a part of it, shows it, and reports the change.
  ///
  /// - Returns: `false` if a later reading superseded this one.
  @discardableResult
  func turn(
    to query: ListQuery, _ number: Int, _ part: ListPart?,
    adopting adopt: (FetchedResultsController) -> Void = { _ in }
  ) async throws -> Bool {
    let reloads = reloads
    guard let fresh = try await read(query, number, part) else { return false }
    var changes = SectionedChanges(isReload: true)
    // Rows of other entities can have the same keys.
    let isComparable = query.entities == self.query.entities
    if isComparable, list.arrangement.rows.count + fresh.arrangement.rows.count <= Self.comparisonLimit {
      comparison = number
      changes = await difference(from: list.arrangement, to: fresh.arrangement)
      if comparison == number { comparison = nil }
    }
    defer { followChanges() }
    guard number == latest else { return false }
    if changes.isReload { willReload?() }
    adopt(self)
    show(fresh, query, reloads)
    notify(changes)
    return true
  }

  /// Makes the results of all readings so far obsolete, and returns the number of the next one.
  func nextNumber() -> Int {
    latest += 1
    return latest
  }

  /// Reads a list, or a part of it, in the background, and merges the context's changes into it.
  ///
  /// - Returns: The list, or `nil` if a later reading superseded this one.
  /// - Complexity: O(*m* log *n*) in the context's isolation, for *m* pending or changed rows.
  private func read(_ query: ListQuery, _ number: Int, _ part: ListPart?) async throws -> RowList? {
    startObserving()
    context.processPendingChanges()
    // An observer of these changes may have begun another reading, or canceled this one.
    guard number == latest else { return nil }
    guard context.queryGeneration == .unpinned else { return try readPinned(query) }
    // A pending change may be committed after the store was read, and then no longer be pending.
    let pending = pendingIDs(for: query)
    changedWhileReading = pending
    let reloads = reloads
    do {
      var (owners, list, rows) = try await reading.read(in: context.coordinator, isBulk: part == nil) {
        reader in
        let owners = try query.formerOwners(of: pending, in: reader)
        guard let part else { return (owners, try query.read(reader), [Row]()) }
        let list = try query.read(part, reader)
        let ids = query.objects(of: part, in: list)
        return (owners, list, ids.isEmpty ? [] : try reader.rows(ids))
      }
      guard number == latest else { return nil }
      context.processPendingChanges()
      guard number == latest else { return nil }
      let changed = changedWhileReading ?? []
      changedWhileReading = nil
      guard context.queryGeneration == .unpinned else { return try readPinned(query) }
      if part != nil, reloads == self.reloads { partObjects = context.objects(for: rows, except: changed) }
      owners.formUnion(changed)
      _ = list.apply(
        try edits(for: owners.union(pendingIDs(for: query)), query: query, skippingKnown: false))
      return number == latest ? list : nil
    } catch {
      guard number == latest else { return nil }
      changedWhileReading = nil
      if dependsOnReading { followChanges() }
      throw error
    }
  }

  /// Reads the whole list in the isolation of a context that is pinned: only its own reader has that state.
  private func readPinned(_ query: ListQuery) throws -> RowList {
    reading.cancel()
    changedWhileReading = nil
    return try query.read(context.makeReader())
  }

  /// Shows a list that was read when the context had reported a number of reloads.
  func show(_ fresh: consuming RowList, _ query: ListQuery, _ reloads: Int) {
    Self.free(&list)
    list = fresh
    shows += 1
    self.query = query
    isFetched = true
    shownReloads = reloads
    dependsOnReading = false
    related = [:]
  }
}

/// Compares two lists off the caller's isolation.
@concurrent
private func difference(from old: RowArrangement, to new: RowArrangement) async -> SectionedChanges {
  ListDifference(from: old, to: new).changes()
}
