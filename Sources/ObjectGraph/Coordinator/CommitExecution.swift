/// One commit within its transaction: writes rows one after the other and settles what it meets.
///
/// Rows are written without asking first; only a row that was refused is looked at. Order: updates, inserts,
/// references to rows that turned out to be others, deletions, references to rows that are gone, one-to-one
/// relationships, derived values.
struct CommitExecution {
  let commit: Commit
  let model: ObjectModel
  let transaction: any StoreTransaction
  var report = CommitReport()
  /// What is still to be deleted, by ID.
  var toDelete: [ManagedObjectID: Row]
  /// How many updates have been written, of the first ones.
  var updatesWritten = 0
  /// Where each update stands; only a deletion ahead of its turn asks.
  lazy var places = Dictionary(
    zip(commit.changes.updated.lazy.map(\.row.id), 0...), uniquingKeysWith: { $1 })
  /// What has been deleted, or is being so.
  var going: Set<ManagedObjectID> = []
  /// What was to be deleted and stays.
  var staying: Set<ManagedObjectID> = []

  init(_ commit: Commit, model: ObjectModel, transaction: any StoreTransaction) {
    self.commit = commit
    self.model = model
    self.transaction = transaction
    report.lastEntity = model.entities.count
    toDelete = Dictionary(commit.changes.deleted.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  /// Writes everything, or throws, and then nothing may be kept.
  mutating func run() throws -> CommitReport {
    (report.author, report.context) = (commit.author, commit.context)
    try checkGuarded()
    for update in commit.changes.updated {
      try write(update)
      updatesWritten += 1
    }
    for row in commit.changes.inserted { try write(row) }
    if !report.redirects.isEmpty { try followRedirects() }
    for row in commit.changes.deleted where toDelete[row.id] != nil { try delete(row) }
    try settleMissingTargets()
    try settleStaying()
    try settlePairs()
    try settleDerived()
    try reportStaying()
    return report
  }

  // MARK: Updates

  mutating func write(_ update: StoreChanges.Update) throws {
    var update = update
    model.entity(of: update.row.id).deriveTexts(in: &update.row.values)
    switch try transaction.update(update.row, slots: update.slots) {
    case .done: report.updated.append(.init(row: update.row.saved, before: update.base))
    case .stale: try mergeIntoChangedRow(update)
    // Two objects are joined or not; a second row that joins them is one too many.
    case .duplicate where model.isLink(update.row.id.entity): try drop(update.row)
    case .duplicate: try giveWay(update)
    }
  }

  private mutating func mergeIntoChangedRow(_ update: StoreChanges.Update) throws {
    let id = update.row.id
    guard let stored = try transaction.rows([id]).first else {
      guard commit.policy != .error else { throw conflict(.changedMeanwhile, id, stored: nil) }
      try askAboutDeletion(of: update)
      report.deleted.append(update.row)
      return
    }
    let entity = model.entity(of: id)
    if entity.differOnlyInDerived(update.base, stored.values) {
      return try rewrite(stored, values: entity.derived(from: stored.values, in: update.row.values))
    }
    let sides = conflictingSides(.changedMeanwhile, update, stored: stored)
    guard let merged = try commit.policy.merge(changed: sides, over: stored.values) else {
      throw conflict(.changedMeanwhile, id, stored: stored)
    }
    try rewrite(stored, values: merged)
  }

  /// Writes a row that is known to be in the store as `stored`.
  mutating func rewrite(_ stored: Row, values: [PropertyValue]) throws {
    guard values != stored.values else {
      report.kept.append(stored)
      return
    }
    let row = Row(id: stored.id, version: stored.version, values: values)
    try write(.init(row: row, base: stored.values))
  }

  /// An update would give a row the same unique values as another one.
  private mutating func giveWay(_ update: StoreChanges.Update) throws {
    let row = update.row
    let (other, constraint) = try twin(of: row)
    if let leaving = toDelete[other.id] {
      try delete(leaving)
      return try write(update)
    }
    switch commit.policy {
    case .error: throw conflict(.notUnique(constraint: names(constraint, row.id)), row.id, stored: other)
    case .storeTrumps: try keepBase(of: update, in: constraint)
    case .rollback: try keepBase(of: update, in: Array(row.values.indices))
    case .objectTrumps, .overwrite: try replace(other, by: update)
    case .custom(let rule): try giveWay(update, to: other, constraint, rule)
    }
  }

  /// Saves an update without some of its slots.
  mutating func keepBase(of update: StoreChanges.Update, in slots: [Int]) throws {
    var kept = update.row.values
    for slot in slots { kept[slot] = update.base[slot] }
    try rewrite(Row(id: update.row.id, version: update.row.version, values: update.base), values: kept)
  }

  /// Puts an updated row in the place of the one with the same unique values.
  mutating func replace(_ other: Row, by update: StoreChanges.Update) throws {
    report.redirects[other.id] = update.row.id
    try repointStoredReferences(from: other.id, to: update.row.id)
    try delete(other)
    try write(update)
  }

  // MARK: Insertions

  private mutating func write(_ row: Row) throws {
    var row = row
    model.entity(of: row.id).deriveTexts(in: &row.values)
    switch try transaction.insert(row) {
    case .done: report.inserted.append(row.saved)
    case .stale: throw conflict(.changedMeanwhile, row.id, stored: nil)
    case .duplicate: try become(row)
    }
  }

  /// A new row has the same unique values as one that is there: it becomes that one.
  private mutating func become(_ row: Row) throws {
    let (other, constraint) = try twin(of: row)
    if let leaving = toDelete[other.id] {
      try delete(leaving)
      return try write(row)
    }
    if model.isLink(row.id.entity) {
      report.redirects[row.id] = other.id
      report.kept.append(other)
      return
    }
    // An object of another entity of the tree has other properties.
    guard other.id.entity == row.id.entity else {
      throw conflict(.notUnique(constraint: names(constraint, row.id)), row.id, stored: other)
    }
    let sides = RowConflict(
      kind: .notUnique(constraint: names(constraint, row.id)), entity: model.entity(of: row.id),
      object: row.id, base: nil, unsaved: row.values, stored: other)
    guard let merged = try commit.policy.merge(new: sides, over: other.values) else {
      throw conflict(.notUnique(constraint: names(constraint, row.id)), row.id, stored: other)
    }
    report.redirects[row.id] = other.id
    if let index = report.inserted.lastIndex(where: { $0.id == other.id }) {
      try rewriteInserted(at: index, values: merged)
    } else {
      try rewrite(other, values: merged)
    }
  }

  /// Merges into a row that this very commit has made; false for one that joins two objects and has nothing to join
  /// any more, or nothing that is not joined already.
  @discardableResult
  mutating func rewriteInserted(at index: Int, values: [PropertyValue]) throws -> Bool {
    let row = report.inserted[index]
    var values = values
    model.entity(of: row.id).deriveTexts(in: &values)
    let slots = values.indices.filter { values[$0] != row.values[$0] }
    guard !slots.isEmpty else { return true }
    let isLink = model.isLink(row.id.entity)
    if isLink, slots.contains(where: { values[$0].isNull }) { return false }
    let merged = Row(id: row.id, version: row.version, values: values)
    if try transaction.update(merged, slots: slots) == .duplicate, isLink { return false }
    report.inserted[index] = merged.saved
    return true
  }

  /// Takes away a row that joins two objects and is not needed.
  mutating func drop(_ row: Row) throws {
    _ = try transaction.delete(row.id, version: nil)
    report.inserted.removeAll { $0.id == row.id }
    report.deleted.append(row)
  }

  /// The row that keeps `row` from being written, and the slots of the constraint.
  private func twin(of row: Row) throws -> (Row, [Int]) {
    let entity = model.entity(of: row.id)
    for slots in entity.uniqueSlots {
      let values = slots.map { row.values[$0] }
      guard !values.contains(.null) else { continue }
      let owner = model.constraintOwner(slots, of: entity)
      let found = try transaction.row(entity: owner, slots: slots, values: values)
      if let found, found.id != row.id { return (found, slots) }
    }
    throw conflict(.changedMeanwhile, row.id, stored: nil)
  }

  // MARK: Errors

  func conflict(_ kind: ConflictError.Kind, _ id: ManagedObjectID, stored: Row?) -> ConflictError {
    ConflictError(kind: kind, entity: model.entity(of: id).name, object: id, stored: stored)
  }

  func names(_ slots: [Int], _ id: ManagedObjectID) -> [String] {
    slots.map { model.entity(of: id).name(ofSlot: $0) }
  }
}
