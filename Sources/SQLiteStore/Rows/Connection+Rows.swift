internal import ObjectStore

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

  /// Returns the rows with these IDs without external data, for which null is read; missing rows are omitted.
  func rowsWithoutFiles(_ ids: [ManagedObjectID], layout: StoreLayout) throws -> [Row] {
    var rows: [Row] = []
    for id in ids.sorted() {
      let entity = layout[id.entity]
      try forEachRow("\(entity.selectWithoutFiles) WHERE \(entity.key) = ?", [.integer(id.key)]) {
        rows.append(try entity.row($0, entity.selectionWithoutFiles))
      }
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
  func row(_ statement: Statement) throws -> Row { try row(statement, selection) }

  /// Reads the current row with the columns of a selection.
  func row(_ statement: Statement, _ selection: ColumnSelection) throws -> Row {
    // A number that belongs to no entity of the family is read as the first of them;
    // ``SQLiteStore/check()`` finds it.
    let family = selection.places
    let offset = family.count == 1 ? 0 : Int(statement.integer(1)) &- number.rawValue
    let isKnown = family.indices.contains(offset)
    let places = family[isKnown ? offset : 0]
    let id = ManagedObjectID(
      entity: isKnown ? number.advanced(by: offset) : number, key: statement.integer(0), in: store)
    let values = try [PropertyValue](unsafeUninitializedCapacity: places.count) { buffer, count in
      for index in places.indices {
        let value = try value(statement, places[index], Slot(index), of: id)
        buffer.initializeElement(at: index, to: value)
        count += 1
      }
    }
    return Row(id: id, version: statement.integer(2), values: values)
  }

  private func value(
    _ statement: Statement, _ place: ColumnSelection.Place, _ slot: Slot, of id: ManagedObjectID
  ) throws -> PropertyValue {
    do {
      return try place.type.value(statement, place.column, companion: place.companion, in: store)
    } catch let error as ExternalDataError {
      throw error.met(in: id, property: selection.property(slot, ofMember: number.distance(to: id.entity)))
    }
  }
}
