internal import ObjectStore

/// Detects the changes of other programs by the versions of rows.
///
/// The first state is held by a read transaction and read when something is committed. From then on, the
/// versions of all rows are kept: about 16 bytes for a row, and 8 more for each reference.
///
/// A row may have had a state between the two that are compared. If it was read meanwhile, everything is reloaded.
final class SQLiteChangeReader: ExternalChangeReader {
  private let connection: Connection
  private let layout: StoreLayout
  /// The rows of the state to compare with, by the number of their entity, minus 1; nil until it has been
  /// read.
  private var known: EntityTable<KnownRows>?
  /// A Boolean value that indicates whether the connection holds a snapshot that has not been compared yet.
  private var isAhead = false
  private let layoutCheck: LayoutCheck
  private let logs: ReadingLogs
  private let log = ReadingLog()
  /// The rows that may have been read in a state between the two that are compared.
  private var read = ReadingLog.Rows()
  /// Commits of this process that the state to compare with does not include yet.
  private var waiting: [Write] = []
  /// A Boolean value that indicates whether this process wrote rows that it did not list, between the two states.
  private var wroteUnlisted = false
  /// A Boolean value that indicates whether it did so after the later of the two states.
  private var wroteUnlistedAhead = false

  /// The known states of rows that other programs changed, and that this process then wrote.
  ///
  /// A later state of the store does not show the first of these changes. The value is nil for a row that another program
  /// inserted.
  private var overwritten: [ManagedObjectID: KnownRows.Numbers?] = [:]

  /// The rows that other programs changed more than once before this process wrote them.
  private var skipped: Set<ManagedObjectID> = []

  /// A row that a commit of this process wrote, before and after it; nil where there was or is no row.
  private struct Write {
    let id: ManagedObjectID
    let before: KnownRows.Numbers?
    let now: KnownRows.Numbers?
  }

  init(_ connection: Connection, layout: StoreLayout, logs: ReadingLogs) throws {
    self.connection = connection
    self.layout = layout
    layoutCheck = LayoutCheck(layout)
    self.logs = logs
    logs.add(log)
    try connection.holdSnapshot()
  }

  /// Creates a reader that begins with the snapshot that a connection holds.
  init(continuing connection: Connection, layout: StoreLayout, logs: ReadingLogs) throws {
    self.connection = connection
    self.layout = layout
    layoutCheck = LayoutCheck(layout)
    self.logs = logs
    logs.add(log)
    try prepare()
  }

  deinit { logs.remove(log) }

  func prepare() throws {
    guard known == nil else { return }
    known = try throwingStoreErrors { try RowScan(connection: connection, layout: layout).run() }
    connection.releaseSnapshot()
    applyWaiting()
  }

  func record(_ report: CommitReport) {
    waiting += report.inserted.map {
      Write(id: $0.id, before: nil, now: numbers($0.id, $0.version, $0.values))
    }
    waiting += report.updated.map { update in
      let (id, version) = (update.row.id, update.row.version)
      return Write(
        id: id, before: numbers(id, version &- 1, update.before), now: numbers(id, version, update.row.values)
      )
    }
    waiting += report.deleted.map {
      Write(id: $0.id, before: numbers($0.id, $0.version, $0.values), now: nil)
    }
    if report.isReload {
      if isAhead { wroteUnlistedAhead = true } else { wroteUnlisted = true }
    }
    if known != nil, !isAhead { applyWaiting() }
  }

  func beginLook() { log.beginLook() }

  func endLook() -> Bool { log.endLook() }

  func advance() throws {
    try throwingStoreErrors { try connection.holdSnapshot() }
    let rows = log.beginComparison()
    read.keys.formUnion(rows.keys)
    read.spansComparison = read.spansComparison || rows.spansComparison
    isAhead = true
  }

  func changes() throws -> ExternalChanges { try throwingStoreErrors { try comparedChanges() } }

  private func comparedChanges() throws -> ExternalChanges {
    guard isAhead, var former = known else { return ExternalChanges() }
    defer {
      connection.releaseSnapshot()
      isAhead = false
      wroteUnlisted = wroteUnlisted || wroteUnlistedAhead
      wroteUnlistedAhead = false
      applyWaiting()
    }
    try layoutCheck.run(on: connection)
    var fresh = try RowScan(connection: connection, layout: layout).run()
    if wroteUnlisted {
      // The rows of other programs cannot be distinguished from those of this one, of which there are many.
      (known, overwritten, read, skipped) = (fresh, [:], ReadingLog.Rows(), [])
      wroteUnlisted = false
      return ExternalChanges(isReload: true)
    }
    known = nil
    let isReload = mayHaveReadOther(former: &former, fresh: &fresh)
    for (id, numbers) in overwritten { former[id.entity].set(id.key, numbers) }
    overwritten = [:]
    var changes = changes(from: &former, to: &fresh)
    changes.isReload = isReload
    (read, skipped) = (ReadingLog.Rows(), [])
    known = fresh
    return changes
  }

  /// Returns whether a row may have been read in a state that is neither of the two.
  private func mayHaveReadOther(
    former: inout EntityTable<KnownRows>, fresh: inout EntityTable<KnownRows>
  ) -> Bool {
    if read.spansComparison { return true }
    return read.keys.contains { entity, key in
      guard fresh.numbers.contains(entity) else { return false }
      return !skipped.isEmpty && skipped.contains(ManagedObjectID(entity: entity, key: key, in: layout.store))
        || hasStates(between: former[entity].numbers(key), and: fresh[entity].numbers(key), entity)
    }
  }

  /// Returns whether a row may have had a state between two others in which it was a row, or had references, that neither
  /// of them shows.
  private func hasStates(
    between before: KnownRows.Numbers?, and now: KnownRows.Numbers?, _ entity: EntityNumber
  ) -> Bool {
    guard before != nil || now != nil else { return true }
    let entity = layout[entity]
    // Rows of join tables do not change, and a change of values alone is merged whatever was read.
    guard !entity.isLink, !entity.entity.referenceSlots.isEmpty else { return false }
    // The last version of a deleted row is not known.
    guard let now else { return true }
    return KnownRows.version(now) &- (before.map(KnownRows.version) ?? 0) > 1
  }

  private func changes(from former: inout EntityTable<KnownRows>, to fresh: inout EntityTable<KnownRows>)
    -> ExternalChanges
  {
    var changes = ExternalChanges()
    for entity in fresh.numbers {
      for (key, before, now) in fresh[entity].differences(from: &former[entity]) {
        let id = ManagedObjectID(entity: entity, key: key, in: layout.store)
        switch (before, now) {
        case (nil, _): changes.inserted.append(id)
        case (let before?, nil): changes.deleted.append(row(id, before))
        case (let before?, _?): changes.updated.append(row(id, before))
        }
      }
    }
    changes.inserted.sort()
    changes.updated.sort { $0.id < $1.id }
    changes.deleted.sort { $0.id < $1.id }
    return changes
  }

  /// Returns the known parts of a row.
  private func row(_ id: ManagedObjectID, _ numbers: KnownRows.Numbers) -> Row {
    let entity = layout[id.entity].entity
    var values = Array(repeating: PropertyValue.null, count: entity.slotCount)
    for (slot, number) in zip(entity.referenceSlots, numbers.dropFirst()) {
      guard let (entity, key) = KnownRows.reference(number) else { continue }
      values[slot] = .reference(ManagedObjectID(entity: entity, key: key, in: layout.store))
    }
    return Row(id: id, version: KnownRows.version(numbers), values: values)
  }

  /// Returns the numbers of a row with a version and values.
  private func numbers(
    _ id: ManagedObjectID, _ version: Int64, _ values: [PropertyValue]
  ) -> KnownRows.Numbers {
    let entity = layout[id.entity]
    let references = entity.entity.referenceSlots.map { slot in
      values[slot].reference.map { KnownRows.number(entity: $0.entity, key: $0.key) } ?? 0
    }
    // Join rows have no version.
    return KnownRows.numbers(version: entity.isLink ? 1 : version, references: references)
  }

  private func applyWaiting() {
    guard known != nil else { return }
    for write in waiting {
      let (entity, key) = (write.id.entity, write.id.key)
      let before = known?[entity].numbers(key)
      if before != write.before {
        if overwritten[write.id] == nil { overwritten.updateValue(before, forKey: write.id) }
        if hasStates(between: before, and: write.before, entity) { skipped.insert(write.id) }
      }
      known?[entity].set(key, write.now)
    }
    waiting = []
  }
}
