package import ObjectModel

/// The numbering of the properties of a model in its history.
package struct HistoryLayout: Sendable {
  /// The numbering of the properties of one entity.
  package struct Properties: Sendable {
    /// The attributes and relationships that are stored, in the order of their names.
    package let names: [String]
    /// The slots of the attributes whose values are kept when an object is deleted, in the order of their names.
    package let preserved: [Slot]
    /// The position among the names, by slot; that of the relationship for a place in an ordered relationship.
    package let positions: [Int?]
    private let positionsByName: [String: Int]

    fileprivate init(_ entity: Entity) {
      let stored = entity.attributes.filter { !$0.isTransient }
      names = (stored.map(\.name) + entity.relationships.map(\.name)).sorted()
      preserved = stored.filter(\.preservesValueInHistory).map(\.name).sorted().compactMap(entity.slot)
      let positions = Dictionary(
        names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      positionsByName = positions
      self.positions = entity.slots.map { slot in
        positions[entity.orderedRelationship(ofSlot: slot) ?? entity.name(ofSlot: slot)]
      }
    }

    /// The position of the property with a name among the names.
    package func position(of name: String) -> Int? { positionsByName[name] }

    /// Returns the names of a set of properties; positions beyond the last property are left out.
    package func names(of columns: HistoryColumns) -> Set<String> {
      Set(columns.positions.lazy.filter(names.indices.contains).map { names[$0] })
    }
  }

  /// The model.
  package let model: ManagedObjectModel
  private let properties: EntityTable<Properties>

  /// Numbers the properties of a model.
  package init(_ model: ManagedObjectModel) {
    self.model = model
    properties = EntityTable(model.entities.map(Properties.init))
  }

  /// The properties of an entity that is not hidden.
  package subscript(number: EntityNumber) -> Properties { properties[number] }

  /// The properties of an entity, or nil if the model has none with that number, or only a hidden one.
  package func properties(of number: EntityNumber) -> Properties? { properties.element(for: number) }

  /// The maximum number of values that the deletion of an object keeps.
  package var tombstoneCount: Int { properties.elements.map(\.preserved.count).max() ?? 0 }

  /// A text that differs for models whose histories cannot be read alike.
  package var shape: String {
    // The values that deleted objects leave are read by their types.
    shape { entity, slot in
      "\(entity.name(ofSlot: slot)):\(entity.attribute(inSlot: slot)?.type.rawValue ?? "")"
    }
  }

  /// The shapes of histories that can be read with the model.
  ///
  /// Earlier versions wrote no types. A migration can change these: see ``continues(from:)``.
  package var readableShapes: [String] { [shape, shape { $0.name(ofSlot: $1) }] }

  /// Returns a Boolean value that indicates whether a history with a shape continues after a migration to the model.
  package func continues(from shape: String?) -> Bool { shape == self.shape }

  private func shape(_ preserved: (Entity, Slot) -> String) -> String {
    model.entities.map { entity in
      let own = properties[entity.number]
      let kept = own.preserved.map { preserved(entity, $0) }
      return
        "\(entity.number) \(entity.name): \(own.names.joined(separator: " ")); \(kept.joined(separator: " "))"
    }.joined(separator: "\n")
  }

  // MARK: References

  /// The first number of a reference that is not a slot: no table has as many columns.
  private static let firstReference: Int64 = 1 << 15

  /// Returns the number by which followers find the reference in a slot of a row.
  ///
  /// Slots depend on the order of a description and on its transient attributes, which programs with one store may have
  /// differently. The number stands for the position of the name; join rows have the same slots in all programs.
  package func number(ofReference slot: Slot, in entity: EntityNumber) -> Int64 {
    guard let position = properties(of: entity)?.positions[slot] else { return Int64(slot.rawValue) }
    return Self.firstReference + Int64(position)
  }

  /// Returns the slot of the reference with a number, or with a slot as earlier versions wrote it; nil if there is none.
  package func slot(ofReference number: Int64, in entity: EntityNumber) -> Slot? {
    guard number >= Self.firstReference else {
      return (0..<Int64(model[entity].slotCount)).contains(number) ? Slot(Int(number)) : nil
    }
    let position = number - Self.firstReference
    guard let own = properties(of: entity), position < Int64(own.names.count) else { return nil }
    return model[entity].slot(of: own.names[Int(position)])
  }

  /// Returns the numbers of the named entities and of their subentities, or nil for no names.
  ///
  /// - Throws: ``PersistentHistoryError/unknownEntity(_:)``.
  package func numbers(of names: Set<String>?) throws -> Set<EntityNumber>? {
    guard let names else { return nil }
    return try names.reduce(into: []) { numbers, name in
      guard let entity = model.entity(named: name), !entity.isLink else {
        throw PersistentHistoryError.unknownEntity(name)
      }
      numbers.formUnion(entity.family)
    }
  }
}
