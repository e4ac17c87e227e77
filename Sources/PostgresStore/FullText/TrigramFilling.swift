#if PostgreSQL
  internal import ObjectStore

  /// Computes the trigrams of rows that were written before their attribute had a full-text index, within the caller's
  /// transaction.
  struct TrigramFilling {
    let layout: StoreLayout
    let connection: Connection

    /// The number of rows that are read and written at a time.
    private static let size: Int64 = 2_000

    /// Fills the columns that are not known.
    func run() throws {
      for entity in layout.entities {
        for slot in entity.present {
          guard let column = entity.trigrams[slot] else { continue }
          while try fill(column, of: slot, entity) {}
        }
      }
    }

    /// Fills some rows of the entity itself, and returns whether there were any.
    ///
    /// Of an entity in the same table that does not index the text, changes write no trigrams: those that were filled would
    /// become those of a former text.
    private func fill(_ column: String, of slot: Slot, _ entity: EntityLayout) throws -> Bool {
      let (type, key) = (entity.types[slot], EntityLayout.own.key)
      let answer = try connection.run(
        """
        SELECT \(key), \(type.read(entity.columns[slot])) FROM \(entity.table) WHERE \(column) IS NULL \
        AND \(EntityLayout.own.entity) = \(entity.storedNumber) LIMIT $1
        """, [.integer(Self.size)])
      try connection.run(
        (0..<answer.count).map { row in
          let value = type.value(answer, row, 1, entity: nil, in: layout.store)
          return Statement(
            "UPDATE \(entity.table) SET \(column) = $2 WHERE \(key) = $1",
            [.integer(answer.integer(row, 0) ?? 0), TrigramArray.parameter(value)])
        })
      return answer.count > 0
    }
  }
#endif
