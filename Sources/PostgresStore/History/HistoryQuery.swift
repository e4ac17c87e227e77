#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// A request for the history of a store, within a snapshot.
  struct HistoryQuery {
    let request: PersistentHistoryRequest
    let layout: StoreLayout
    let connection: Connection

    private func name(_ table: String) -> String { layout.server.name(table) }

    /// Returns the transactions.
    func transactions() throws -> [PersistentHistoryTransaction] {
      guard let state = try HistoryState(on: connection, layout: layout) else {
        throw PersistentHistoryError.notKept(store: layout.store.identifier)
      }
      let entities = try layout.history.numbers(of: request.entities).map { numbers in
        numbers.sorted().map { layout[$0].storedNumber }
      }
      let (conditions, parameters) = try conditions(state, entities)
      let limit = request.limit.map { " LIMIT \(max(0, $0))" } ?? ""
      let answer = try connection.run(
        """
        SELECT number, date, author, context, process, application FROM \
        \(name(HistorySchema.Table.transactions)) t WHERE \(conditions.joined(separator: " AND ")) \
        ORDER BY number\(limit)
        """, parameters)
      var transactions = (0..<answer.count).map { transaction(answer, $0, state) }
      guard request.includesChanges, !transactions.isEmpty else { return transactions }
      let changes = try changes(of: transactions.map(\.number), entities)
      for index in transactions.indices {
        transactions[index].changes = changes[transactions[index].number] ?? []
      }
      return transactions
    }

    private func conditions(
      _ state: HistoryState, _ entities: [Int64]?
    ) throws -> (conditions: [String], parameters: [Parameter]) {
      var parameters: [Parameter] = []
      func bind(_ parameter: Parameter) -> String {
        parameters.append(parameter)
        return "$\(parameters.count)"
      }
      func texts(_ names: Set<String>) -> String {
        bind(.texts(names.sorted().map { EscapedText.escape($0) }))
      }
      var conditions = ["true"]
      switch request.start {
      case .beginning: break
      case .token(let token):
        conditions.append("number > \(bind(.integer(try state.number(of: token, store: layout.store))))")
      case .date(let date): conditions.append("date > \(bind(.real(date.timeIntervalSinceReferenceDate)))")
      }
      if let authors = request.authors { conditions.append("author = ANY(\(texts(authors)))") }
      if !request.excludedAuthors.isEmpty {
        conditions.append("(author IS NULL OR author <> ALL(\(texts(request.excludedAuthors))))")
      }
      if let entities {
        conditions.append(
          """
          EXISTS (SELECT 1 FROM \(name(HistorySchema.Table.changes)) c WHERE c.transaction = t.number \
          AND c.entity = ANY(\(bind(.integers(entities)))))
          """)
      }
      return (conditions, parameters)
    }

    private func transaction(
      _ answer: Answer, _ row: Int, _ state: HistoryState
    ) -> PersistentHistoryTransaction {
      func text(_ column: Int) -> String? { answer.text(row, column).map(EscapedText.restore) }
      return PersistentHistoryTransaction(
        token: state.token(answer.integer(row, 0) ?? 0, store: layout.store),
        date: Date(timeIntervalSinceReferenceDate: answer.real(row, 1) ?? 0), author: text(2),
        context: text(3), process: text(4), application: text(5))
    }

    private func changes(
      of numbers: [Int64], _ entities: [Int64]?
    ) throws -> [Int64: [PersistentHistoryChange]] {
      let tombstones = (0..<layout.history.tombstoneCount).map { ", tombstone\($0)" }.joined()
      let filter = entities == nil ? "" : " AND entity = ANY($2)"
      let answer = try connection.run(
        """
        SELECT transaction, entity, key, kind, columns\(tombstones) FROM \(name(HistorySchema.Table.changes)) \
        WHERE transaction = ANY($1)\(filter) ORDER BY transaction, position
        """, [.integers(numbers)] + (entities.map { [.integers($0)] } ?? []))
      var changes: [Int64: [PersistentHistoryChange]] = [:]
      for row in 0..<answer.count {
        guard let transaction = answer.integer(row, 0), let key = answer.integer(row, 2),
          let entity = answer.integer(row, 1).flatMap({ layout.number(ofStored: $0) }),
          let properties = layout.history.properties(of: entity),
          let kind = answer.integer(row, 3).flatMap({ PersistentHistoryChange.Kind(rawValue: Int($0)) })
        else {
          throw StoreError.damaged(
            path: layout.server.place, reason: "the history has a change of an unknown kind or entity")
        }
        let tombstone =
          kind == .deletion
          ? properties.preserved.enumerated().map { index, slot in
            layout[entity].types[slot].value(answer, row, 5 + index, entity: nil, in: layout.store)
          } : []
        changes[transaction, default: []].append(
          HistoryRecord.change(
            ManagedObjectID(entity: entity, key: key, in: layout.store), kind,
            columns: kind == .update ? answer.data(row, 4).map { HistoryColumns(bytes: $0) } : nil,
            tombstone: tombstone, layout: layout.history))
      }
      return changes
    }
  }

  extension PostgresReader: HistoryReader {
    func historyToken() throws -> PersistentHistoryToken? {
      let state = try HistoryState(on: connection, layout: layout)
      return state.map { $0.token($0.last, store: layout.store) }
    }

    func history(_ request: PersistentHistoryRequest) throws -> [PersistentHistoryTransaction] {
      try snapshot {
        try HistoryQuery(request: request, layout: layout, connection: connection).transactions()
      }
    }
  }

  extension PostgresWriter: HistoryWriter {
    func purgeHistory(before bound: PersistentHistoryBound) throws -> Int {
      try change { try HistoryPurge(layout: layout, connection: connection).run(before: bound) }
    }

    func endHistory() throws {
      try change {
        guard try HistorySchema(layout: layout, connection: connection).remove() else {
          throw PersistentHistoryError.notKept(store: layout.store.identifier)
        }
      }
    }
  }
#endif
