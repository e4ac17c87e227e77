internal import Foundation
internal import ObjectModel

extension AtomicStoreContents {
  /// Returns the rows in the layout of a model that may have more entities and properties than the one that
  /// wrote them, and may rename some by their renaming identifiers.
  ///
  /// - Throws: A ``StoreError`` if data would be lost or guessed, or if the contents are inconsistent.
  func rows(for model: ManagedObjectModel, path: String) throws(StoreError) -> InMemoryRows {
    try AtomicStoreReading(contents: renamed(for: model), model: model, path: path).rows()
  }
}

/// The reading of a file's contents into a model.
private struct AtomicStoreReading {
  let contents: AtomicStoreContents
  let model: ManagedObjectModel
  let path: String
  /// The store that the rows belong to.
  private let store: StoreIdentity
  /// The numbers in the model, by the names of the entities of the file.
  let numbers: [EntityNumber]
  private let hashes: [String: Data]

  init(contents: AtomicStoreContents, model: ManagedObjectModel, path: String) throws(StoreError) {
    self.contents = contents
    self.model = model
    self.path = path
    store = StoreIdentity(contents.identifier)
    hashes = model.versionHashes
    var numbers: [EntityNumber] = []
    var names: Set<String> = []
    for entity in contents.entities {
      guard names.insert(entity.name).inserted else {
        throw .damaged(path: path, reason: "the entity \(entity.name) is there twice")
      }
      guard let number = model.number(ofEntity: entity.name) else {
        throw .otherModel(path: path, reason: "its entity \(entity.name) is not in this one")
      }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  func rows() throws(StoreError) -> InMemoryRows {
    var rows = InMemoryRows(model: model, store: store)
    for (index, entity) in contents.entities.enumerated() {
      try put(entity, number: numbers[index], into: &rows)
    }
    return rows
  }

  /// The upper limit of keys and versions, which leaves room for counting on.
  private static let limit: Int64 = 1 << 62

  private func put(
    _ entity: AtomicStoreContents.Entity, number: EntityNumber, into rows: inout InMemoryRows
  ) throws(StoreError) {
    let description = model[number]
    let slots = try slots(of: entity, description)
    guard (1..<Self.limit).contains(entity.nextKey) else {
      throw .damaged(path: path, reason: "\(entity.nextKey) is no key of \(entity.name)")
    }
    for stored in entity.rows {
      guard (1..<Self.limit).contains(stored.id.key), (0..<Self.limit).contains(stored.version),
        stored.values.count == slots.count
      else { throw .damaged(path: path, reason: "\(entity.name) has a row that makes no sense") }
      let row = try row(stored, slots, entity, number, description)
      guard !rows.isUsed(row.id) else {
        throw .damaged(path: path, reason: "\(entity.name) has the key \(row.id.key) twice")
      }
      guard rows.put(row) else {
        throw .sharedValues(entity: entity.name, path: path)
      }
    }
    rows.reserveKeys(below: entity.nextKey, entity: number)
  }

  /// The slots of the properties of the file.
  private func slots(
    of entity: AtomicStoreContents.Entity, _ description: ObjectModel.Entity
  ) throws(StoreError) -> [Slot] {
    var slots: [Slot] = []
    for property in entity.properties {
      let name = "\(entity.name).\(property.name)"
      guard let slot = description.slot(of: property.name), description.storedSlots.contains(slot) else {
        throw .otherModel(path: path, reason: "its property \(name) is not in this one")
      }
      let kind = description.storedKind(ofSlot: slot)
      guard property.kind == kind else {
        throw .otherModel(
          path: path, reason: "its property \(name) is of the type \(property.kind), not \(kind)")
      }
      guard !slots.contains(slot) else {
        throw .damaged(path: path, reason: "the property \(name) is there twice")
      }
      slots.append(slot)
    }
    return slots
  }

  private func row(
    _ stored: Row, _ slots: [Slot], _ entity: AtomicStoreContents.Entity, _ number: EntityNumber,
    _ description: ObjectModel.Entity
  ) throws(StoreError) -> Row {
    let id = ManagedObjectID(entity: number, key: stored.id.key, in: store)
    var row = Row(id: id, version: stored.version, values: description.defaultValues)
    for (slot, value) in zip(slots, stored.values) {
      guard let value = self.value(value, description.storedKind(ofSlot: slot)) else {
        throw .damaged(
          path: path,
          reason: "\(entity.name).\(description.name(ofSlot: slot)) of \(id.key) cannot be \(value)")
      }
      row.values[slot] = value
    }
    if hashes[entity.name] != entity.versionHash,
      let slot = description.requiredSlots.first(where: { row.values[$0].isNull })
    {
      throw .otherModel(
        path: path,
        reason: "it has rows without \(entity.name).\(description.name(ofSlot: slot)), which is not optional")
    }
    return row
  }

  /// The value by the numbers of the model; nil when it is not of the kind.
  private func value(_ value: PropertyValue, _ kind: AtomicStoreContents.Kind) -> PropertyValue? {
    guard case .reference(let id) = value else { return model.stored(value, as: kind) }
    guard numbers.indices.contains(id.entity.index), (1..<Self.limit).contains(id.key) else { return nil }
    let target = ManagedObjectID(entity: numbers[id.entity.index], key: id.key, in: store)
    return model.stored(.reference(target), as: kind)
  }
}
