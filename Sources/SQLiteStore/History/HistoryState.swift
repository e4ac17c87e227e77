internal import Foundation
internal import ObjectStore

/// The extent of the history in a file.
struct HistoryState {
  /// The identifier of the history.
  let identifier: UUID
  /// The number of the last transaction that was purged; 0 if there is none.
  let purged: Int64
  /// The number of the last transaction.
  let last: Int64

  /// Reads the extent; nil if the file keeps no history that can be read with this model.
  init?(on connection: Connection, layout: HistoryLayout) throws {
    guard try HistorySchema(layout: layout, connection: connection).isReadable() else { return nil }
    var state: (String, Int64, Int64)?
    try connection.forEachRow(
      """
      SELECT Z_IDENTIFIER, Z_PURGED, (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \
      \(HistorySchema.Number.transaction)) FROM Z_HISTORY WHERE Z_PK = 1
      """
    ) { state = ($0.text(0), $0.integer(1), $0.integer(2)) }
    guard let (text, purged, last) = state, let identifier = UUID(uuidString: text),
      Connection.keys.contains(purged)
    else { return nil }
    self.identifier = identifier
    self.purged = purged
    self.last = max(last, purged)
  }

  /// Returns the token of a transaction.
  func token(_ number: Int64, store: StoreIdentity) -> PersistentHistoryToken {
    PersistentHistoryToken(store: store.identifier, history: identifier, number: number)
  }

  /// Returns the number of a token's transaction.
  ///
  /// - Throws: A `PersistentHistoryError` if the token is not valid for this history.
  func number(of token: PersistentHistoryToken, store: StoreIdentity) throws -> Int64 {
    try token.number(store: store.identifier, history: identifier, kept: purged...last)
  }
}
