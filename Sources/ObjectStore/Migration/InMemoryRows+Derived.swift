extension InMemoryRows {
  /// Computes the derived attributes of all rows, for rows that were written with another model.
  ///
  /// - Parameter path: The path of the store.
  /// - Throws: `StoreError.otherModel(path:reason:)` if rows get the same unique values, a `CancellationError` if the current
  ///   task is canceled, and the errors of the store.
  /// - Complexity: O(*n*) in the number of rows of entities with derived attributes, and of the rows that these aggregate.
  mutating func fillDerivedValues(path: String) throws {
    guard let derived = DerivedValues(model) else { return }
    var waiting: [Row] = []
    for entity in model.entities where !entity.derivedSlots.isEmpty {
      let transaction = InMemoryTransaction(self)
      let derivedRows = try rows(ofEntity: entity.number).map { row in
        try Task.checkCancellation()
        return Row(
          id: row.id, version: row.version, values: try derived.values(for: [row], in: transaction)[0])
      }
      for row in derivedRows where !put(row) {
        // Rows can get the former values of others; empty values are never the same as others.
        _ = put(row.emptied(entity.derivedSlots))
        waiting.append(row)
      }
    }
    for row in waiting {
      guard put(row) else {
        throw StoreError.sharedValues(entity: model.entity(of: row.id).name, path: path)
      }
    }
  }
}
