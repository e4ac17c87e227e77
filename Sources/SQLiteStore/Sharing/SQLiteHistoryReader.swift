internal import Foundation
internal import ObjectStore

/// Finds the rows that other programs changed in the history of the file.
///
/// It holds no state of the store: a position in the history is enough, whatever the size of the store. The
/// transactions of its own coordinator are left out. After the end of the history, it compares versions of rows.
final class SQLiteHistoryReader: ExternalChangeReader {
  private let connection: Connection
  private let layout: StoreLayout
  private let layoutCheck: LayoutCheck
  private let logs: ReadingLogs
  /// The history, and the number of the last transaction that has been read.
  private var position: (history: UUID, number: Int64)
  /// The numbers of the coordinator's own transactions after the position.
  private var own: Set<Int64> = []
  /// A Boolean value that indicates whether the connection holds a snapshot that has not been read yet.
  private var isAhead = false
  /// The reader that continues after the end of the history.
  private var successor: SQLiteChangeReader?

  /// Creates a reader that begins with the state that is committed now; nil if the file keeps no history.
  init?(_ connection: Connection, layout: StoreLayout, logs: ReadingLogs) throws {
    guard let state = try HistoryState(on: connection, layout: layout.history) else { return nil }
    self.connection = connection
    self.layout = layout
    layoutCheck = LayoutCheck(layout)
    self.logs = logs
    position = (state.identifier, state.last)
  }

  func prepare() throws { try successor?.prepare() }

  func beginLook() { successor?.beginLook() }

  func endLook() -> Bool { successor?.endLook() ?? false }

  func record(_ report: CommitReport) {
    if let successor { return successor.record(report) }
    if let token = report.historyToken { own.insert(token.number) }
  }

  func advance() throws {
    if let successor { return try successor.advance() }
    try throwingStoreErrors { try connection.holdSnapshot() }
    isAhead = true
  }

  func changes() throws -> ExternalChanges {
    try successor?.changes() ?? throwingStoreErrors { try ownChanges() }
  }

  private func ownChanges() throws -> ExternalChanges {
    guard isAhead else { return ExternalChanges() }
    defer {
      connection.releaseSnapshot()
      isAhead = false
    }
    try layoutCheck.run(on: connection)
    guard let state = try HistoryState(on: connection, layout: layout.history) else {
      // Commits that were recorded since the snapshot are not in it: they will be reported once more, as those of others.
      successor = try SQLiteChangeReader(continuing: connection, layout: layout, logs: logs)
      return ExternalChanges(isReload: true)
    }
    defer { own = own.filter { $0 > position.number } }
    guard state.identifier == position.history, state.purged <= position.number else {
      position = (state.identifier, state.last)
      return ExternalChanges(isReload: true)
    }
    let changes = try read(after: position.number)
    position.number = state.last
    return changes
  }

  // MARK: Reading

  /// Returns the outcome of the transactions after a number.
  private func read(after number: Int64) throws -> ExternalChanges {
    var outcomes: [ManagedObjectID: RowOutcome] = [:]
    let links = Int64(layout.model.entities.count)
    let sql = """
      SELECT c.ZTRANSACTIONID, c.ZENTITY, c.ZENTITYPK, c.ZCHANGETYPE, r.Z_FORMER FROM ACHANGE c \
      LEFT JOIN Z_HISTORYROWS r ON r.Z_TRANSACTION = c.ZTRANSACTIONID AND r.Z_ENT = c.ZENTITY \
      AND r.Z_KEY = c.ZENTITYPK WHERE c.Z_PK >= ?1 ORDER BY c.Z_PK
      """
    let linkSQL = """
      SELECT Z_TRANSACTION, Z_ENT, Z_KEY, Z_CHANGETYPE, Z_FORMER FROM Z_HISTORYROWS WHERE Z_TRANSACTION > ?1 \
      AND Z_ENT > \(links) ORDER BY Z_TRANSACTION
      """
    let firstKey = try HistoryKeys(connection: connection).first(from: number &+ 1)
    for (sql, start) in [(sql, firstKey), (linkSQL, number)] {
      try connection.forEachRow(sql, [.integer(start)]) { row in
        guard !own.contains(row.integer(0)) else { return }
        let entity = EntityNumber(Int(truncatingIfNeeded: row.integer(1)))
        guard layout.model.numbers.contains(entity),
          let kind = PersistentHistoryChange.Kind(rawValue: Int(truncatingIfNeeded: row.integer(3)))
        else { throw damage(row.integer(0)) }
        let id = ManagedObjectID(entity: entity, key: row.integer(2), in: layout.store)
        var former: FormerReferences?
        if !row.isNull(4) {
          former = row.withBytes(4) {
            FormerReferences($0, of: entity, in: layout.history, store: layout.store)
          }
          let isKnown = former?.references.allSatisfy { _, value in
            value.reference.map { layout.model.numbers.contains($0.entity) } ?? true
          }
          guard isKnown == true else { throw damage(row.integer(0)) }
        }
        outcomes[id, default: RowOutcome(first: kind)]
          .append(kind, former.map { ($0.version, $0.references) })
      }
    }
    return ExternalChanges(outcomes) { layout[$0].entity.slotCount }
  }

  private func damage(_ transaction: Int64) -> StoreError {
    .damaged(path: connection.path, reason: "its history cannot be read at transaction \(transaction)")
  }
}
