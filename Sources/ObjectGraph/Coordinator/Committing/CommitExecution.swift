internal import ObjectModel
internal import ObjectStore

/// One commit within its transaction: writes the rows and resolves the conflicts.
///
/// Rows are written many at a time and without a query first. Only a row that the store refuses is read, and
/// resolved on its own after the others. The order is: updates,
/// updates that were parked because of unique values, insertions, references to redirected rows, deletions,
/// references to deleted rows, one-to-one relationships, derived values. A row that the commit writes twice
/// gets one new version and one record in the report.
struct CommitExecution {
  let commit: Commit
  let model: ManagedObjectModel
  let transaction: any StoreTransaction
  /// The rows of failed saves that the context may have read.
  let takenBack: TakenBackRows
  /// The rows of commits whose outcome was unknown.
  let uncertain: UncertainRows
  var report = CommitReport()
  var inserted = WrittenRows<Row>()
  var updated = WrittenRows<RowChanges.Update>()
  /// The updates that wait until the other rows of the commit have their final unique values.
  var parked = ParkedUpdates()
  /// The uniqueness conflicts that a custom rule has resolved.
  var resolved: Set<UniquenessConflict> = []
  /// The rows that the commit must delete and that are still in the store, by ID.
  var toDelete: [ManagedObjectID: Row]
  /// The rows to delete, after they have been determined.
  var deletions: DeletionPlan?
  /// The rows that this commit has deleted.
  var gone: Set<ManagedObjectID> = []
  /// The IDs of rows that the commit must delete and that stay.
  var staying: Set<ManagedObjectID> = []

  init(
    _ commit: Commit, model: ManagedObjectModel, transaction: any StoreTransaction,
    takenBack: TakenBackRows = TakenBackRows(), uncertain: UncertainRows = UncertainRows()
  ) {
    self.takenBack = takenBack
    self.uncertain = uncertain
    self.commit = commit
    self.model = model
    self.transaction = transaction
    report.lastEntity = EntityNumber(model.entities.count)
    toDelete = Dictionary(commit.changes.deleted.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// Writes all changes of the commit.
  ///
  /// - Throws: A ``ConflictError``, or an error of the store or of a conflict rule. The caller must then roll
  ///   the transaction back.
  mutating func run() throws -> CommitReport {
    (report.author, report.context) = (commit.author, commit.context)
    try checkGuarded()
    for updates in commit.changes.updated.chunks(of: RowWrite.limit) { try write(updates) }
    try resolveParked()
    for rows in commit.changes.inserted.chunks(of: RowWrite.limit) { try insert(rows) }
    if !report.mergedInto.isEmpty { try followRedirects() }
    try deleteRows()
    try resolveMissingTargets()
    try resolveOneToOne()
    try updateDerivedValues()
    try finishReport()
    return report
  }

  private mutating func finishReport() throws {
    endReport()
    try raiseUnexpectedVersions()
    endReport()
    try reportStaying()
  }

  private mutating func endReport() {
    (report.rows.inserted, report.rows.updated) = (inserted.elements, updated.elements)
    guard !report.unchanged.isEmpty else { return }
    // Rows that were kept first may have been written or deleted later.
    report.unchanged.removeAll { gone.contains($0.id) || updated.record(of: $0.id) != nil }
  }

  // MARK: Updates

  private mutating func write(_ updates: some Sequence<RowChanges.Update>) throws {
    let updates = updates.map { update in
      var update = update
      model.entity(of: update.row.id).deriveTexts(in: &update.row.values)
      return update
    }
    let misread = try misread(
      updates.lazy.map { Row(id: $0.row.id, version: $0.row.version, values: $0.before) })
    let written = misread.isEmpty ? updates : updates.filter { !misread.contains($0.row.id) }
    let outcomes = try transaction.write(written.map { .update($0.row, slots: $0.slots) })
    let stale = zip(written, outcomes).filter { $1 == .stale }.map(\.0.row.id) + misread
    let stored = stale.isEmpty ? [:] : try storedRows(stale)
    for update in updates where misread.contains(update.row.id) {
      try merge(update, into: stored[update.row.id])
    }
    for (update, outcome) in zip(written, outcomes) {
      switch outcome {
      case .done: updated.append(.init(row: update.row.saved, before: update.before))
      case .stale: try merge(update, into: stored[update.row.id])
      // A join row whose objects are already joined is redundant.
      case .duplicate where model.isLink(update.row.id.entity): try drop(update.row)
      case .duplicate: try park(update, over: update.before)
      }
    }
  }

  /// Returns the IDs of rows that have other values in the store, under the same version, than the context has read.
  ///
  /// The context has read them from a published save that failed. Values count as a column holds them: a context keeps digits of
  /// a decimal number, and the base of a URL, that the store does not have.
  func misread(_ rows: some Sequence<Row>) throws -> Set<ManagedObjectID> {
    guard !takenBack.isEmpty else { return [] }
    let doubtful = rows.filter(takenBack.contains)
    guard !doubtful.isEmpty else { return [] }
    let stored = try storedRows(doubtful.map(\.id))
    let misread = doubtful.filter { row in
      guard let current = stored[row.id], current.version == row.version else { return false }
      let base = model.entity(of: row.id).persistent(row)
      return !zip(current.values, base.values).allSatisfy { $0.columnValue == $1.columnValue }
    }
    return Set(misread.map(\.id))
  }

  /// Returns rows of the store by their IDs.
  func storedRows(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Row] {
    Dictionary(try transaction.rows(ids).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// Merges an update into a row that another writer has changed, or deleted.
  private mutating func merge(_ update: RowChanges.Update, into stored: Row?) throws {
    let id = update.row.id
    guard let stored else {
      guard commit.policy != .error else { throw conflict(.changedMeanwhile, id, stored: nil) }
      try askAboutDeletion(of: update)
      report.rows.deleted.append(update.row)
      return
    }
    let entity = model.entity(of: id)
    // An earlier commit whose outcome was unknown may have made the update.
    if entity.differOnlyInDerived(update.before, stored.values)
      || uncertain.haveUpdated(stored, of: entity, from: commit.origin)
    {
      return try rewrite(stored, values: entity.derived(from: stored.values, in: update.row.values))
    }
    let sides = conflictingSides(.changedMeanwhile, update, stored: stored)
    guard let merged = try commit.policy.merge(changed: sides, over: stored.values) else {
      throw conflict(.changedMeanwhile, id, stored: stored)
    }
    try rewrite(stored, values: merged)
  }

  // MARK: Errors

  func conflict(_ kind: ConflictError.Kind, _ id: ManagedObjectID, stored: Row?) -> ConflictError {
    ConflictError(kind: kind, entity: model.entity(of: id).name, object: id, stored: stored)
  }

  func names(_ slots: [Slot], _ id: ManagedObjectID) -> [String] {
    slots.map { model.entity(of: id).name(ofSlot: $0) }
  }
}
