internal import Foundation
internal import ObjectStore

/// A request for the history of a file.
struct HistoryQuery {
  let request: PersistentHistoryRequest
  let layout: StoreLayout
  let connection: Connection

  /// Returns the transactions, read from one snapshot.
  func transactions() throws -> [PersistentHistoryTransaction] {
    try connection.snapshot {
      guard let state = try HistoryState(on: connection, layout: layout.history) else {
        throw PersistentHistoryError.notKept(store: layout.store.identifier)
      }
      let entities = try layout.history.numbers(of: request.entities).map { numbers in
        numbers.sorted().map { "\($0)" }.joined(separator: ", ")
      }
      return try read(state, entities)
    }
  }

  private func read(_ state: HistoryState, _ entities: String?) throws -> [PersistentHistoryTransaction] {
    var conditions = ["t.Z_PK > ?1"]
    var bindings: [PropertyValue] = [.integer(0)]
    func bind(_ value: PropertyValue) -> String {
      bindings.append(value)
      return "?\(bindings.count)"
    }
    switch request.start {
    case .beginning: break
    case .token(let token): bindings[0] = .integer(try state.number(of: token, store: layout.store))
    case .date(let date): conditions.append("t.ZTIMESTAMP > \(bind(.date(date)))")
    }
    let author = "ifnull(a.ZNAME, t.ZAUTHOR)"
    if let authors = request.authors {
      conditions.append(
        "\(author) IN (\(authors.sorted().map { bind(.string($0)) }.joined(separator: ", ")))")
    }
    if !request.excludedAuthors.isEmpty {
      let excluded = request.excludedAuthors.sorted().map { bind(.string($0)) }.joined(separator: ", ")
      conditions.append("(\(author) IS NULL OR \(author) NOT IN (\(excluded)))")
    }
    let sql = """
      SELECT t.Z_PK, t.ZTIMESTAMP, \(author), ifnull(c.ZNAME, t.ZCONTEXTNAME), ifnull(p.ZNAME, t.ZPROCESSID), \
      ifnull(b.ZNAME, t.ZBUNDLEID) FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
      LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS \
      LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
      LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS \
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY t.Z_PK
      """
    var transactions: [PersistentHistoryTransaction] = []
    let limit = request.limit ?? .max
    try connection.withStatement(sql) { row in
      try row.bind(bindings)
      while try transactions.count < limit && row.step() {
        var transaction = transaction(of: row, state)
        if request.includesChanges || entities != nil {
          transaction.changes = try changes(of: transaction.number, entities)
        }
        if entities != nil && transaction.changes.isEmpty { continue }
        if !request.includesChanges { transaction.changes = [] }
        transactions.append(transaction)
      }
    }
    return transactions
  }

  private func transaction(of row: Statement, _ state: HistoryState) -> PersistentHistoryTransaction {
    func text(_ column: Int32) -> String? { row.isNull(column) ? nil : row.text(column) }
    return PersistentHistoryTransaction(
      token: state.token(row.integer(0), store: layout.store),
      date: Date(timeIntervalSinceReferenceDate: row.real(1)), author: text(2), context: text(3),
      process: text(4), application: text(5))
  }

  private func changes(of transaction: Int64, _ entities: String?) throws -> [PersistentHistoryChange] {
    let kept = layout.history.tombstoneCount
    let tombstones = (0..<kept).map { ", ZTOMBSTONE\($0)" }.joined()
    let filter = entities.map { " AND ZENTITY IN (\($0))" } ?? ""
    let sql = """
      SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS\(tombstones) FROM ACHANGE WHERE Z_PK >= ? AND Z_PK < ?\(filter) \
      ORDER BY Z_PK
      """
    let keys = HistoryKeys(connection: connection)
    let (first, end) = try (keys.first(from: transaction), keys.first(from: transaction &+ 1))
    var changes: [PersistentHistoryChange] = []
    try connection.forEachRow(sql, [.integer(first), .integer(end)]) { row in
      let entity = EntityNumber(Int(truncatingIfNeeded: row.integer(0)))
      guard let properties = layout.history.properties(of: entity),
        let kind = PersistentHistoryChange.Kind(rawValue: Int(row.integer(2)))
      else {
        let reason = "the history has a change of an unknown kind or entity in transaction \(transaction)"
        throw StoreError.damaged(path: connection.path, reason: reason)
      }
      let types = properties.preserved.map { layout[entity].types[$0] }
      let tombstone =
        try kind == .deletion ? types.indices.map { try types[$0].kept(row, Int32(4 + $0)) } : []
      let columns =
        kind == .update ? row.withBytes(3) { HistoryColumns(bytes: $0) } : nil
      changes.append(
        HistoryRecord.change(
          ManagedObjectID(entity: entity, key: row.integer(1), in: layout.store), kind, columns: columns,
          tombstone: tombstone, layout: layout.history))
    }
    return changes
  }
}

extension ColumnType {
  /// Reads a value of a tombstone, which is inside the row however long it is.
  fileprivate func kept(_ statement: Statement, _ column: Int32) throws -> PropertyValue {
    if case .external = self { return statement.isNull(column) ? .null : .data(statement.data(column)) }
    return try value(statement, column, in: .unbound)
  }
}

extension SQLiteReader: HistoryReader {
  func historyToken() throws -> PersistentHistoryToken? {
    try throwingStoreErrors {
      try connection.snapshot {
        let state = try HistoryState(on: connection, layout: layout.history)
        return state.map { $0.token($0.last, store: layout.store) }
      }
    }
  }

  func history(_ request: PersistentHistoryRequest) throws -> [PersistentHistoryTransaction] {
    try throwingStoreErrors {
      try HistoryQuery(request: request, layout: layout, connection: connection).transactions()
    }
  }
}
