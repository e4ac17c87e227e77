internal import ObjectGraph

/// Reading of rows, by readers and within transactions.
extension Connection {
  /// Returns the rows with these IDs, looked up by their keys; missing rows are omitted.
  ///
  /// Running one statement for each key is as fast as a list of keys, which SQLite also looks up one by
  /// one.
  func rows(_ ids: [ManagedObjectID], layout: StoreLayout) throws -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(ids.count)
    for id in ids.count > 1 ? ids.sorted() : ids {
      let entity = layout[id.entity]
      if let row = try row(id.key, layout: entity) { rows.append(row) }
    }
    return rows
  }

  private func row(_ key: Int64, layout: EntityLayout) throws -> Row? {
    let statement = try lookUp(entity: layout.number) {
      layout.select + " WHERE \(layout.key) = ?"
    }
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? try layout.row(statement) : nil
  }
}

extension EntityLayout {
  /// Reads the current row: key, entity, version, then the slots.
  func row(_ statement: Statement) throws -> Row {
    // A number that belongs to no entity of the family is read as the first of them;
    // ``SQLiteStore/check()`` finds it.
    let family = selection.places
    let entity = family.count == 1 ? number : Int(statement.integer(1))
    let isKnown = family.indices.contains(entity &- number)
    let places = family[isKnown ? entity - number : 0]
    let id = ManagedObjectID(
      entity: isKnown ? entity : number, key: statement.integer(0), in: store)
    let values = try [PropertyValue](unsafeUninitializedCapacity: places.count) { buffer, count in
      for slot in places.indices {
        buffer.initializeElement(at: slot, to: try value(statement, places[slot], slot, of: id))
        count += 1
      }
    }
    return Row(id: id, version: statement.integer(2), values: values)
  }

  private func value(
    _ statement: Statement, _ place: Selection.Place, _ slot: Int, of id: ManagedObjectID
  ) throws -> PropertyValue {
    do {
      return try place.type.value(statement, place.column, companion: place.companion, in: store)
    } catch let error as ExternalDataError {
      throw error.met(in: id, property: selection.properties[id.entity - number][slot])
    }
  }
}
