#if PostgreSQL
  internal import ObjectStore

  extension Connection {
    /// Returns the rows with these IDs in one round trip; missing rows are omitted.
    func rows(_ ids: [ManagedObjectID], layout: StoreLayout) throws -> [Row] {
      let question = RowQuestion(ids, layout: layout)
      return question.rows(try run(question.statements))
    }

    /// Raises the highest key of an inheritance tree, and returns the keys that no row has.
    func takeKeys(_ count: Int, entity: EntityNumber, layout: StoreLayout) throws -> Range<Int64> {
      let last = try integer(
        """
        UPDATE \(layout.server.name(Schema.Table.entities)) SET last_key = last_key + $1 WHERE number = $2 \
        RETURNING last_key
        """, [.integer(Int64(count)), .integer(layout[entity].storedNumber)])
      guard let last else {
        throw StoreError.damaged(
          path: server.place, reason: "it has no highest key for \(layout[entity].entity.name)")
      }
      return last - Int64(count) + 1..<last + 1
    }
  }

  extension [ManagedObjectID] {
    /// The IDs by their entities, in the order of the entities.
    var byEntity: [(EntityNumber, [ManagedObjectID])] {
      if count == 1 { return [(self[0].entity, self)] }
      return Dictionary(grouping: self, by: \.entity).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }
#endif
