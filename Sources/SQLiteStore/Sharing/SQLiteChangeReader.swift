internal import ObjectStore

/// Detects the changes of other programs by the versions of rows.
///
/// The first state is held by a read transaction and read when something is committed. From then on, the
/// versions of all rows are kept: about 16 bytes for a row, and 8 more for each reference.
final class SQLiteChangeReader: ExternalChangeReader {
  private let connection: Connection
  private let layout: StoreLayout
  /// The rows of the state to compare with, by the number of their entity, minus 1; nil until it has been
  /// read.
  private var known: EntityTable<KnownRows>?
  /// A Boolean value that indicates whether the connection holds a snapshot that has not been compared yet.
  private var isAhead = false
  /// Commits of this process that the state to compare with does not include yet.
  private var waiting: [Write] = []

  /// A row that a commit of this process wrote, or nil for a deleted row.
  private struct Write {
    let id: ManagedObjectID
    let row: Row?
  }

  init(_ connection: Connection, layout: StoreLayout) throws {
    self.connection = connection
    self.layout = layout
    try connection.holdSnapshot()
  }

  func prepare() throws {
    guard known == nil else { return }
    known = try RowScan(connection: connection, layout: layout).run()
    connection.releaseSnapshot()
    applyWaiting()
  }

  func record(_ report: CommitReport) {
    waiting += (report.inserted + report.updated.map(\.row)).map { Write(id: $0.id, row: outline(of: $0)) }
    waiting += report.deleted.map { Write(id: $0.id, row: nil) }
    if known != nil, !isAhead { applyWaiting() }
  }

  func advance() throws {
    try connection.holdSnapshot()
    isAhead = true
  }

  func changes() throws -> ExternalChanges {
    guard isAhead, var former = known else { return ExternalChanges() }
    defer {
      connection.releaseSnapshot()
      isAhead = false
      applyWaiting()
    }
    var fresh = try RowScan(connection: connection, layout: layout).run()
    known = nil
    let changes = changes(from: &former, to: &fresh)
    known = fresh
    return changes
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

  /// Returns a row with its references only: other values may be long.
  private func outline(of row: Row) -> Row {
    let slots = layout[row.id.entity].entity.referenceSlots
    return Row(id: row.id, version: row.version, values: slots.map { row.values[$0] })
  }

  private func applyWaiting() {
    guard known != nil else { return }
    for write in waiting {
      let entity = write.id.entity
      guard let row = write.row else {
        known?[entity].remove(write.id.key)
        continue
      }
      let references = row.values.map { value in
        value.reference.map { KnownRows.number(entity: $0.entity, key: $0.key) } ?? 0
      }
      // Join rows have no version.
      let version = layout[write.id.entity].isLink ? 1 : row.version
      known?[entity].set(write.id.key, version: version, references: references)
    }
    waiting = []
  }
}
