internal import Foundation
internal import ObjectStore

/// The part of the writer that writes the history, within the transactions that it records.
final class HistoryRecorder {
  private let connection: Connection
  private let layout: StoreLayout
  private let application: String?
  private let state: HistoryState
  private let insertChange: String

  /// Creates the recorder of a file; nil if the file keeps no history.
  init?(_ connection: Connection, layout: StoreLayout, application: String?) throws {
    guard let state = try HistoryState(on: connection, layout: layout.history) else { return nil }
    self.connection = connection
    self.layout = layout
    self.application = application
    self.state = state
    let tombstones = (0..<layout.history.tombstoneCount).map { "ZTOMBSTONE\($0)" }
    let columns =
      ["Z_PK", "Z_ENT", "Z_OPT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"]
      + tombstones
    let places = columns.indices.map { $0 == 1 ? "\(HistorySchema.Number.change)" : $0 == 2 ? "1" : "?" }
    insertChange = """
      INSERT INTO ACHANGE (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))
      """
  }

  /// Writes the transaction of a commit, and returns the position after it; nil if nothing was written.
  ///
  /// - Parameters:
  ///   - report: The rows that the commit wrote.
  ///   - deleted: The IDs of the rows that it deleted.
  func record(_ report: CommitReport, deleted: Set<ManagedObjectID>) throws -> PersistentHistoryToken? {
    let record = HistoryRecord(report, deleted: deleted, layout: layout.history)
    guard !record.changes.isEmpty else { return nil }
    let number = try reserve(1, HistorySchema.Number.transaction)
    try insertTransaction(number, report)
    try insert(record.changes, transaction: number)
    try insertRows(report, deleted: deleted, transaction: number)
    return state.token(number, store: layout.store)
  }

  /// Reserves keys of a table of the history, and returns the first.
  private func reserve(_ count: Int, _ entity: Int64) throws -> Int64 {
    // A sum beyond 64 bits would be stored as a real number.
    let highest = try connection.integer(
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ?1 \
      WHERE Z_ENT = ?2 AND typeof(Z_MAX) = 'integer' AND Z_MAX BETWEEN 0 AND ?3 - ?1 RETURNING Z_MAX
      """, [.integer(Int64(count)), .integer(entity), .integer(Connection.keys.upperBound)])
    guard let highest else {
      throw StoreError.damaged(
        path: connection.path, reason: "Z_PRIMARYKEY has no usable highest key of the history's tables")
    }
    return highest - Int64(count) + 1
  }

  private func insertTransaction(_ number: Int64, _ report: CommitReport) throws {
    let texts = [report.author, application, report.context, ProcessInfo.processInfo.processName]
    let strings = try texts.map { try $0.map(string) ?? .null }
    try connection.run(
      """
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, \
      ZTIMESTAMP) VALUES (?, \(HistorySchema.Number.transaction), 1, ?, ?, ?, ?, ?)
      """, [.integer(number)] + strings + [.real(Date.now.timeIntervalSinceReferenceDate)])
  }

  /// Returns the key of a text, which is added if it is not listed.
  private func string(_ text: String) throws -> PropertyValue {
    let known = try connection.integer("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.string(text)])
    if let known { return .integer(known) }
    let key = try reserve(1, HistorySchema.Number.string)
    try connection.run(
      """
      INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, \(HistorySchema.Number.string), 1, ?)
      """, [.integer(key), .string(text)])
    return .integer(key)
  }

  /// Inserts the changes with consecutive keys, which ``HistoryKeys`` relies on.
  ///
  /// A parameter keeps its value from row to row: only what differs from the row before is bound.
  private func insert(_ changes: [HistoryRecord.Change], transaction: Int64) throws {
    var key = try reserve(changes.count, HistorySchema.Number.change)
    let tombstoneCount = layout.history.tombstoneCount
    try connection.withStatement(insertChange) { statement in
      var (kind, entity): (PersistentHistoryChange.Kind?, EntityNumber?) = (nil, nil)
      try statement.bind(transaction, at: 5)
      for change in changes {
        try statement.bind(key, at: 1)
        if change.kind != kind { try statement.bind(Int64(change.kind.rawValue), at: 2) }
        if change.id.entity != entity { try statement.bind(Int64(change.id.entity.rawValue), at: 3) }
        try statement.bind(change.id.key, at: 4)
        if change.kind == .update || kind == .update {
          try statement.bind(change.columns.map { .data(Data($0.bytes)) } ?? .null, at: 6)
        }
        if change.kind == .deletion {
          for index in 0..<tombstoneCount {
            let value = change.tombstone.indices.contains(index) ? change.tombstone[index] : .null
            try statement.bind(value, at: Int32(7 + index))
          }
        }
        (kind, entity) = (change.kind, change.id.entity)
        try statement.run()
        key += 1
      }
    }
  }

  // MARK: Rows for followers

  private func insertRows(
    _ report: CommitReport, deleted: Set<ManagedObjectID>, transaction: Int64
  ) throws {
    let sql = """
      INSERT INTO Z_HISTORYROWS (Z_TRANSACTION, Z_ENT, Z_KEY, Z_CHANGETYPE, Z_FORMER) VALUES (?, ?, ?, ?, ?)
      """
    try connection.withStatement(sql) { statement in
      func insert(
        _ id: ManagedObjectID, _ kind: PersistentHistoryChange.Kind, _ former: FormerReferences?
      ) throws {
        try statement.bind(transaction, at: 1)
        try statement.bind(Int64(id.entity.rawValue), at: 2)
        try statement.bind(id.key, at: 3)
        try statement.bind(Int64(kind.rawValue), at: 4)
        try statement.bind(former.map { .data($0.data(of: id.entity, in: layout.history)) } ?? .null, at: 5)
        try statement.run()
      }
      for row in report.inserted where layout.model.isLink(row.id.entity) {
        try insert(row.id, .insertion, nil)
      }
      for update in report.updated {
        let slots = layout[update.row.id.entity].entity.referenceSlots.filter {
          update.row.values[$0] != update.before[$0]
        }
        guard layout.model.isLink(update.row.id.entity) || !slots.isEmpty else { continue }
        let former = FormerReferences(version: update.row.version &- 1, slots: slots, of: update.before)
        try insert(update.row.id, .update, former)
      }
      for row in report.deleted where deleted.contains(row.id) {
        let slots = layout[row.id.entity].entity.referenceSlots
        try insert(row.id, .deletion, FormerReferences(version: row.version, slots: slots, of: row.values))
      }
    }
  }
}
