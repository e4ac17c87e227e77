#if PostgreSQL
  internal import ObjectStore

  /// The statements that write one row, whose SQL is made once for rows of one shape.
  struct WriteStatements {
    let layout: StoreLayout
    private var updates: [Update: String] = [:]

    /// The shape of an update.
    private struct Update: Hashable {
      let entity: EntityNumber
      let slots: [Slot]
      let isOverwriting: Bool
    }

    init(layout: StoreLayout) { self.layout = layout }

    /// Returns the statement for a write, which changes no row if the write is refused.
    mutating func statement(_ write: RowWrite) -> Statement {
      switch write {
      case .insert(let row): insertion(of: row)
      case .update(let row, let slots): update(row, slots: slots, isOverwriting: false)
      case .overwrite(let row, let slots): update(row, slots: slots, isOverwriting: true)
      case .delete(let id, let version):
        Statement(
          layout[id.entity].delete(hasVersion: version != nil),
          [.integer(id.key)] + (version.map { [.integer($0)] } ?? []))
      }
    }

    /// Returns the statements for writes, in their order.
    ///
    /// New rows of one entity that follow each other are inserted by one statement, which takes the server a fraction of the
    /// time of many.
    mutating func parts(_ writes: [RowWrite]) -> [WritePart] {
      var parts: [WritePart] = []
      var rows = InsertedRows()
      var parameters: [Parameter] = []
      func endRows(_ statements: WriteStatements) {
        if let part = rows.part(statements) { parts.append(part) }
        rows = InsertedRows()
      }
      for write in writes {
        if case .insert(let row) = write {
          parameters.removeAll(keepingCapacity: true)
          append(row, to: &parameters)
          if !rows.fits(row, parameters) { endRows(self) }
          rows.append(row, parameters)
        } else {
          endRows(self)
          parts.append(WritePart(statement: statement(write), count: 1, returnsKeys: false))
        }
      }
      endRows(self)
      return parts
    }

    private func insertion(of row: Row) -> Statement {
      var parameters: [Parameter] = []
      append(row, to: &parameters)
      return Statement(layout[row.id.entity].insert, parameters)
    }

    /// Appends the parameters that insert a row.
    private func append(_ row: Row, to parameters: inout [Parameter]) {
      let entity = layout[row.id.entity]
      parameters.append(.integer(row.id.key))
      parameters.append(.integer(row.version &+ 1))
      for slot in entity.present { entity.append(slot, row.values[slot], in: layout, to: &parameters) }
    }

    private mutating func update(_ row: Row, slots: [Slot], isOverwriting: Bool) -> Statement {
      let entity = layout[row.id.entity]
      var parameters: [Parameter] = [.integer(row.id.key), .integer(row.version)]
      var places: [Slot: Int] = [:]
      for slot in slots where entity.types[slot].isPresent {
        places[slot] = parameters.count + 1
        entity.append(slot, row.values[slot], in: layout, to: &parameters)
      }
      let shape = Update(entity: row.id.entity, slots: slots, isOverwriting: isOverwriting)
      if let sql = updates[shape] { return Statement(sql, parameters) }
      let sql = entity.update(
        slots: slots, isOverwriting: isOverwriting, constraints: constraints(entity, places))
      updates[shape] = sql
      return Statement(sql, parameters)
    }

    /// Returns the conditions that no other row has the unique values which a row gets by an update.
    ///
    /// A violation of the index would end the transaction. No other writer of the store can interfere: it waits for the
    /// lock.
    private func constraints(_ layout: EntityLayout, _ places: [Slot: Int]) -> [String] {
      zip(layout.entity.uniqueSlots, layout.entity.constraintOwners).compactMap { slots, owner in
        guard slots.contains(where: { places[$0] != nil }) else { return nil }
        let own = EntityLayout.own
        let equalities = slots.map { slot in
          if let place = places[slot] { return layout.equality(slot, place, alias: "o") }
          let type = layout.types[slot]
          return
            "\(type.compared("o.\(layout.columns[slot])")) = \(type.compared("t.\(layout.columns[slot])"))"
        }
        let family = self.layout.condition(self.layout.model.family(of: owner), alias: "o")
        let conditions = equalities + ["o.\(own.key) <> $1"] + (family.map { [$0] } ?? [])
        return """
          NOT EXISTS (SELECT 1 FROM \(layout.table) o WHERE \(conditions.joined(separator: " AND ")))
          """
      }
    }
  }
#endif
