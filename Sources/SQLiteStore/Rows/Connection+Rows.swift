internal import ObjectGraph

/// What reading rows is, for readers and within transactions.
extension Connection {
  /// The rows with these IDs, found one by one by their keys; those that are not there are left out.
  ///
  /// One statement that is run for each key is as fast as lists of keys, which SQLite looks up one by one too.
  func rows(_ ids: [ManagedObjectID], layout: StoreLayout) throws -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(ids.count)
    for (number, ids) in Dictionary(grouping: ids, by: \.entity) {
      let layout = layout[number]
      try withStatement(layout.select + " WHERE Z_PK = ?") { statement in
        for id in ids.sorted() {
          try statement.bind(id.key, at: 1)
          if try statement.step() { rows.append(try layout.row(statement)) }
          statement.reset()
        }
      }
    }
    return rows
  }
}

extension EntityLayout {
  /// Reads the current row: key, entity, version, then the slots.
  func row(_ statement: Statement) throws -> Row {
    let id = ManagedObjectID(entity: number, key: statement.integer(0))
    let values = try [PropertyValue](unsafeUninitializedCapacity: types.count) { buffer, count in
      for slot in types.indices {
        buffer.initializeElement(at: slot, to: try value(statement, slot, of: id))
        count += 1
      }
    }
    return Row(id: id, version: statement.integer(2), values: values)
  }

  private func value(_ statement: Statement, _ slot: Int, of id: ManagedObjectID) throws -> PropertyValue {
    do {
      return try types[slot].value(statement, Int32(slot) + 3)
    } catch let error as ExternalDataError {
      throw error.met(in: id, property: "\(entity.name).\(entity.name(ofSlot: slot))")
    }
  }
}
