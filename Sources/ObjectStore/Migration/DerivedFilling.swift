package import ObjectModel

/// The computation of the derived attributes of rows that were written with another model, within a transaction.
///
/// Rows can get the former unique values of others: the values of such a row are empty until all others have theirs.
package struct DerivedFilling {
  private let model: ManagedObjectModel
  private let derived: DerivedValues
  private let transaction: any StoreTransaction
  /// The rows whose values others had.
  private var waiting: [ManagedObjectID] = []

  /// Prepares the computation, or returns nil if the model has no derived attributes.
  package init?(_ model: ManagedObjectModel, in transaction: any StoreTransaction) {
    guard let derived = DerivedValues(model) else { return nil }
    (self.model, self.derived, self.transaction) = (model, derived, transaction)
  }

  /// Computes the values of rows, at most ``RowWrite/limit``, and returns the number of rows that had others.
  ///
  /// - Parameter keepsRefused: A Boolean value that indicates whether rows stay as they are whose unique values others have.
  package mutating func fill(_ rows: [Row], keepsRefused: Bool = false) throws -> Int {
    let updates = try updates(of: rows)
    let refused = try refused(updates)
    guard !keepsRefused else { return updates.count - refused.count }
    for update in refused { try empty(update) }
    waiting += refused.map(\.row.id)
    return updates.count
  }

  /// Computes the values of the rows whose values others had, after all others.
  ///
  /// - Throws: `StoreError.otherModel(path:reason:)` if rows get the same unique values; errors of the store.
  package mutating func finish(path: String) throws {
    for ids in waiting.chunks(of: RowWrite.limit) {
      if let update = try refused(updates(of: transaction.rows(Array(ids)))).first {
        throw StoreError.sharedValues(entity: model.entity(of: update.row.id).name, path: path)
      }
    }
    waiting = []
  }

  /// Returns the updates of the rows that have other values than those that are computed.
  private func updates(of rows: [Row]) throws -> [RowChanges.Update] {
    zip(rows, try derived.values(for: rows, in: transaction)).map { row, values in
      RowChanges.Update(row: Row(id: row.id, version: row.version, values: values), before: row.values)
    }
    .filter { !$0.slots.isEmpty }
  }

  /// Writes updates, and returns those whose unique values another row has.
  private func refused(_ updates: [RowChanges.Update]) throws -> [RowChanges.Update] {
    let outcomes = try transaction.write(updates.map { .update($0.row, slots: $0.slots) })
    return zip(updates, outcomes).filter { $1 != .done }.map(\.0)
  }

  /// Empties the values that an update would change: empty values are never the same as others.
  private func empty(_ update: RowChanges.Update) throws {
    _ = try transaction.update(update.row.emptied(update.slots), slots: update.slots)
  }
}

extension Row {
  /// Returns the row without the values of some slots.
  func emptied(_ slots: [Slot]) -> Row {
    var values = values
    for slot in slots { values[slot] = .null }
    return Row(id: id, version: version, values: values)
  }
}
