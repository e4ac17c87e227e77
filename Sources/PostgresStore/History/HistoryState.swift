#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The extent of the history in a database.
  struct HistoryState {
    /// The identifier of the history.
    let identifier: UUID
    /// The number of the last transaction that was purged; 0 if there is none.
    let purged: Int64
    /// The number of the last transaction.
    let last: Int64
    /// The numbers of the last transactions of the history under its former identifiers.
    private let formerHistories: [UUID: Int64]

    /// Reads the extent; nil if the store keeps no history that can be read with this model.
    init?(on connection: Connection, layout: StoreLayout) throws {
      self.init(try connection.run(Self.statement(layout)), layout: layout)
    }

    /// Returns the statement that reads the extent.
    static func statement(_ layout: StoreLayout) -> Statement {
      Statement(
        """
        SELECT identifier, purged, last, shape, \(Continuity(server: layout.server).formerHistories) \
        FROM \(layout.server.name(Schema.Table.history))
        """)
    }

    /// Returns a statement that fails unless the database has this history and has lost nothing of it, or has none that can
    /// be read with this model.
    static func certainty(_ state: HistoryState?, layout: StoreLayout) -> Statement {
      let (table, shapes) = (
        layout.server.name(Schema.Table.history), Parameter.texts(layout.history.escapedShapes)
      )
      guard let state else {
        return Statement(
          Certainty.select("count(*) = 0", from: "\(table) WHERE identifier IS NOT NULL AND shape = ANY($1)"),
          [shapes])
      }
      let condition = layout.continuity.map { " AND \($0.condition)" } ?? ""
      return Statement(
        Certainty.select(
          "count(*) = 1", from: "\(table) WHERE identifier = $2 AND shape = ANY($1)\(condition)"),
        [shapes, .uuid(state.identifier)])
    }

    /// Reads the extent from the answer to ``statement(_:)``.
    init?(_ answer: Answer, layout: StoreLayout) {
      guard answer.count > 0, let identifier = answer.uuid(0, 0), let purged = answer.integer(0, 1),
        let last = answer.integer(0, 2), answer.text(0, 3).map(layout.history.escapedShapes.contains) == true
      else { return nil }
      (self.identifier, self.purged, self.last) = (identifier, purged, max(last, purged))
      formerHistories = Continuity.formerHistories(answer.text(0, 4) ?? "")
    }

    /// Returns a Boolean value that indicates whether a transaction is the one that had the number under an identifier.
    func keeps(_ number: Int64, of identifier: UUID) -> Bool {
      identifier == self.identifier || formerHistories[identifier].map { number <= $0 } == true
    }

    /// Returns the token of a transaction.
    func token(_ number: Int64, store: StoreIdentity) -> PersistentHistoryToken {
      PersistentHistoryToken(store: store.identifier, history: identifier, number: number)
    }

    /// Returns the number of a token's transaction.
    ///
    /// - Throws: A `PersistentHistoryError` if the token is not valid for this history.
    func number(of token: PersistentHistoryToken, store: StoreIdentity) throws -> Int64 {
      let history = keeps(token.number, of: token.history) ? token.history : identifier
      return try token.number(store: store.identifier, history: history, kept: purged...last)
    }
  }

  extension HistoryLayout {
    /// The shapes of histories that can be read with the model, as the database has them.
    var escapedShapes: [String] { readableShapes.map(EscapedText.escape) }
  }
#endif
