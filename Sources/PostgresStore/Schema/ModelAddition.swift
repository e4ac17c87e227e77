#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// A migration of a store to a model with additional entities, properties or indexes, or with other names for
  /// them.
  ///
  /// It runs within the caller's transaction and throws as soon as data would be lost or guessed.
  struct ModelAddition {
    /// The model with which the store was written.
    let old: ManagedObjectModel
    /// The new names of its entities and properties.
    let renaming: ModelRenaming
    /// The layout of the model with which it is opened.
    let layout: StoreLayout
    let connection: Connection

    func run() throws {
      try refuseLosses()
      try SchemaRenaming(old: old, renaming: renaming, layout: layout, connection: connection).run()
      let schema = Schema(layout: layout, connection: connection)
      try schema.createTables()
      for entity in layout.entities {
        guard let before = old.storedEntities.first(where: { renaming.entity($0.name) == entity.entity.name })
        else {
          continue
        }
        try fill(entity, known: names(of: before))
      }
      try schema.createIndexes()
      try fillDerived()
    }

    /// Returns the properties that an entity of the store has columns for, by their new names.
    private func names(of before: Entity) -> Set<String> {
      let stored = before.slots.filter { !before.transientSlots.contains($0) }
      return Set(stored.map { renaming.property(before.name(ofSlot: $0), of: before.name) })
    }

    private func refusal(_ reason: String) -> StoreError {
      .otherModel(path: layout.server.place, reason: reason)
    }

    // MARK: Losses

    private func refuseLosses() throws {
      let new = Dictionary(
        layout.model.storedEntities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for before in old.storedEntities {
        guard let entity = new[renaming.entity(before.name)] else {
          throw refusal("its entity \(before.name) is not in this one")
        }
        guard before.parent.map({ renaming.entity($0.name) }) == entity.parent?.name else {
          throw refusal("its entity \(before.name) inherits from another one in this")
        }
        for slot in before.slots where !before.transientSlots.contains(slot) {
          try refuseLoss(of: slot, before, entity)
        }
      }
    }

    private func refuseLoss(of slot: Slot, _ before: Entity, _ entity: Entity) throws {
      let name = before.name(ofSlot: slot)
      let newName = renaming.property(name, of: before.name)
      guard let place = entity.slot(of: newName), !entity.transientSlots.contains(place) else {
        throw refusal("its property \(before.name).\(name) is not in this one")
      }
      let (kind, newKind) = (
        before.kind(ofSlot: slot, renaming.entity), entity.kind(ofSlot: place) { $0 }
      )
      guard kind == newKind else {
        throw refusal("its property \(before.name).\(name) is of the type \(kind), not \(newKind)")
      }
    }

    // MARK: Values

    /// Fills the new columns of an entity's rows with default values, and those with the entities of references.
    private func fill(_ layout: EntityLayout, known: Set<String>) throws {
      let entity = layout.entity
      let own = "\(EntityLayout.own.entity) = \(layout.storedNumber)"
      for slot in layout.present {
        let column = layout.columns[slot]
        let isNew = !known.contains(entity.name(ofSlot: slot))
        if isNew, let value = entity.attribute(inSlot: slot)?.defaultValue, !value.isNull {
          // With the trigrams of a text.
          let parameters = layout.parameters(slot, value, in: self.layout)
          let changes = layout.written(slot).enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: ", ")
          try connection.run(
            "UPDATE \(layout.table) SET \(changes) WHERE \(own) AND \(column) IS NULL", parameters)
        }
        if let companion = layout.companions[slot], case .reference(let destination) = layout.types[slot] {
          // Until now, all referenced rows were of the one entity.
          try connection.execute(
            """
            UPDATE \(layout.table) SET \(companion) = \(self.layout[destination].storedNumber) WHERE \(own) \
            AND \(companion) IS NULL AND \(column) IS NOT NULL
            """)
        }
        guard entity.requiredSlots.contains(slot), !entity.derivedSlots.contains(slot) else { continue }
        let empty = try connection.integer(
          "SELECT 1::bigint FROM \(layout.table) WHERE \(own) AND \(column) IS NULL LIMIT 1")
        if empty != nil {
          throw refusal(
            "it has rows without \(entity.name).\(entity.name(ofSlot: slot)), which is not optional")
        }
      }
    }

    /// Computes all derived attributes of all rows.
    private func fillDerived() throws {
      let transaction = PostgresTransaction(
        connection, reservingOn: layout.makeConnection(), layout: layout, application: nil)
      guard var filling = DerivedFilling(layout.model, in: transaction) else { return }
      for entity in layout.entities where !entity.entity.derivedSlots.isEmpty {
        var last = Int64.min
        while true {
          let rows = try rows(of: entity, after: last)
          guard let key = rows.last?.id.key else { break }
          last = key
          _ = try filling.fill(rows)
        }
      }
      try filling.finish(path: layout.server.place)
    }

    /// Returns the next rows of an entity after a key, in the order of their keys.
    private func rows(of entity: EntityLayout, after key: Int64) throws -> [Row] {
      let (selection, own) = (layout.selection(of: entity.number), EntityLayout.own)
      let answer = try connection.run(
        """
        SELECT \(selection.list(alias: "t")) FROM \(entity.table) t WHERE t.\(own.key) > $1 \
        AND t.\(own.entity) = \(entity.storedNumber) ORDER BY t.\(own.key) LIMIT \(RowWrite.limit)
        """, [.integer(key)])
      return selection.rows(answer, in: layout)
    }
  }

  extension Entity {
    /// Returns the kind of a slot in one word: the type of an attribute or the new name of a destination.
    fileprivate func kind(ofSlot slot: Slot, _ newName: (String) -> String) -> String {
      attribute(inSlot: slot)?.type.rawValue ?? relationship(inSlot: slot).map { newName($0.destination) }
        ?? "position"
    }
  }
#endif
