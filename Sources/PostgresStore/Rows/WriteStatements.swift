#if PostgreSQL
  internal import ObjectStore

  /// The statements that write rows, whose SQL is made once for writes of one shape.
  struct WriteStatements {
    let layout: StoreLayout
    /// A Boolean value that indicates whether a statement fails that cannot write all of its rows.
    ///
    /// Otherwise, it writes the others.
    let areCertain: Bool
    private var texts: [Key: String] = [:]

    private struct Key: Hashable {
      let shape: WriteShape
      let isMany: Bool
    }

    init(layout: StoreLayout, areCertain: Bool = false) {
      self.layout = layout
      self.areCertain = areCertain
    }

    /// Calls `body` with the statements for writes, in their order.
    ///
    /// Writes of one shape that follow each other are carried out by one statement, which takes the server a fraction of the
    /// time of many.
    ///
    /// - Throws: A ``PostgresError`` if a row is too long, and the errors of `body`.
    mutating func forEachPart(of writes: [RowWrite], _ body: (WritePart) throws -> Void) throws {
      var group: WriteGroup?
      var parameters: [Parameter] = []
      for write in writes {
        let shape = WriteShape(write)
        parameters.removeAll(keepingCapacity: true)
        append(write, to: &parameters)
        // Before it is encoded: the length of an element has 32 bits.
        if Statement.isTooLong(parameters) { throw PostgresError.tooLong(place: layout.server.place) }
        if group?.shape != shape || group?.fits(parameters) != true {
          if let group { try body(part(group)) }
          group = WriteGroup(shape, takesMany: takesMany(shape))
        }
        group?.append(parameters)
      }
      if let group { try body(part(group)) }
    }

    private mutating func part(_ group: WriteGroup) -> WritePart {
      let isMany = group.count > 1
      return WritePart(
        statement: Statement(sql(group.shape, isMany: isMany), group.parameters), count: group.count,
        returnsKeys: isMany)
    }

    /// Returns whether one statement can carry out many writes of a shape.
    ///
    /// Updates of unique values are carried out one by one: the server compares the rows that many updates write with those
    /// that were there before all of them.
    private func takesMany(_ shape: WriteShape) -> Bool {
      guard case .update(let entity, let slots, let isOverwriting) = shape else { return true }
      return !isOverwriting
        && layout[entity].entity.uniqueSlots.allSatisfy { !$0.contains(where: slots.contains) }
    }

    // MARK: Parameters

    /// Appends the parameters of a write: the key, the version, and the values.
    private func append(_ write: RowWrite, to parameters: inout [Parameter]) {
      parameters.append(.integer(write.id.key))
      let entity = layout[write.id.entity]
      switch write {
      case .insert(let row):
        parameters.append(.integer(row.version &+ 1))
        for slot in entity.present { entity.append(slot, row.values[slot], in: layout, to: &parameters) }
      case .update(let row, let slots), .overwrite(let row, let slots):
        parameters.append(.integer(row.version))
        for slot in slots where entity.types[slot].isPresent {
          entity.append(slot, row.values[slot], in: layout, to: &parameters)
        }
      case .delete(_, let version): if let version { parameters.append(.integer(version)) }
      }
    }

    // MARK: SQL

    private mutating func sql(_ shape: WriteShape, isMany: Bool) -> String {
      let key = Key(shape: shape, isMany: isMany)
      if let sql = texts[key] { return sql }
      let sql = makeSQL(shape, isMany: isMany)
      texts[key] = sql
      return sql
    }

    private func makeSQL(_ shape: WriteShape, isMany: Bool) -> String {
      let entity = layout[shape.entity]
      let sql: String
      switch shape {
      case .insertion:
        // The server itself lets the statement fail if another row has the key or the unique values.
        if areCertain { return isMany ? entity.insertMany : entity.insert }
        sql = (isMany ? entity.insertMany : entity.insert) + " ON CONFLICT DO NOTHING"
      case .update(_, let slots, let isOverwriting):
        sql =
          isMany
          ? entity.updateMany(slots: slots)
          : entity.update(
            slots: slots, isOverwriting: isOverwriting, constraints: constraints(entity, slots))
      case .deletion(_, let hasVersion):
        sql = isMany ? entity.deleteMany(hasVersion: hasVersion) : entity.delete(hasVersion: hasVersion)
      }
      guard areCertain else { return isMany ? "\(sql) RETURNING t.\(EntityLayout.own.key)" : sql }
      return "WITH w AS (\(sql) RETURNING 1) "
        + Certainty.select("count(*) = \(isMany ? "cardinality($1)" : "1")", from: "w")
    }

    /// Returns the conditions that no other row has the unique values which a row gets by an update.
    ///
    /// A violation of the index would end the transaction. No other writer of the store can interfere: it waits for the
    /// lock.
    private func constraints(_ layout: EntityLayout, _ slots: [Slot]) -> [String] {
      let places = layout.places(of: slots)
      return zip(layout.entity.uniqueSlots, layout.entity.constraintOwners).compactMap { slots, owner in
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
