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
      let answers = try run([raising(entity, by: count, layout), layout.check])
      return try keys(count, of: entity, in: answers[0], layout)
    }

    /// Raises the highest keys of several inheritance trees, all or none of them, in one round trip.
    func takeKeys(
      _ counts: [EntityNumber: Int], layout: StoreLayout
    ) throws -> [EntityNumber: Range<Int64>] {
      // In one order: two programs that lock the rows in different ones could wait for each other.
      let entities = counts.sorted { $0.key < $1.key }
      // The layout is checked last: the rows may have been locked by a migration until now.
      let answers = try run(entities.map { raising($0.key, by: $0.value, layout) } + [layout.check])
      var ranges: [EntityNumber: Range<Int64>] = [:]
      for ((entity, count), answer) in zip(entities, answers) {
        ranges[entity] = try keys(count, of: entity, in: answer, layout)
      }
      return ranges
    }

    private func raising(_ entity: EntityNumber, by count: Int, _ layout: StoreLayout) -> Statement {
      Statement(
        """
        UPDATE \(layout.server.name(Schema.Table.entities)) SET last_key = last_key + $1 WHERE number = $2 \
        RETURNING last_key
        """, [.integer(Int64(count)), .integer(layout[entity].storedNumber)])
    }

    private func keys(
      _ count: Int, of entity: EntityNumber, in answer: Answer, _ layout: StoreLayout
    ) throws -> Range<Int64> {
      guard answer.count == 1, let last = answer.integer(0, 0) else {
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
