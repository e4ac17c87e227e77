extension InMemoryRows {
  /// Computes the derived attributes of all rows, for rows that were written with another model.
  ///
  /// - Throws: A `CancellationError` if the current task is canceled, and the errors of the store.
  /// - Complexity: O(*n*) in the number of rows of entities with derived attributes, and of the rows that these aggregate.
  mutating func fillDerivedValues() throws {
    guard let derived = DerivedValues(model) else { return }
    for entity in model.entities where !entity.derivedSlots.isEmpty {
      let transaction = InMemoryTransaction(self)
      for row in rows(ofEntity: entity.number) {
        try Task.checkCancellation()
        let values = try derived.values(for: [row], in: transaction)[0]
        _ = put(Row(id: row.id, version: row.version, values: values))
      }
    }
  }
}
