internal import Foundation
internal import ObjectModel

extension AtomicStoreContents {
  /// Makes the contents of a file from rows in memory; throws when a value is not of the type of its
  /// attribute.
  init(_ rows: InMemoryRows, identifier: UUID, metadata: [String: String], path: String) throws(StoreError) {
    let model = rows.model
    let hashes = model.versionHashes
    var entities: [Entity] = []
    for (number, description) in zip(model.numbers, model.storedEntities) {
      let slots = description.storedSlots
      let properties = slots.map {
        Property(name: description.name(ofSlot: $0), kind: description.storedKind(ofSlot: $0))
      }
      var stored: [Row] = []
      for row in rows.rows(ofEntity: number) {
        stored.append(try Self.stored(row, slots, of: description, in: model, path: path))
      }
      entities.append(
        Entity(
          name: description.name, versionHash: hashes[description.name] ?? Data(),
          nextKey: rows.nextKey(ofEntity: number),
          properties: properties, rows: stored))
    }
    self.init(identifier: identifier, metadata: metadata, entities: entities)
  }

  private static func stored(
    _ row: Row, _ slots: [Slot], of entity: ObjectModel.Entity, in model: ManagedObjectModel, path: String
  ) throws(StoreError) -> Row {
    var values: [PropertyValue] = []
    for slot in slots {
      guard let value = model.stored(row.values[slot], as: entity.storedKind(ofSlot: slot)) else {
        throw .cannotWrite(
          path: path,
          reason: "\(entity.name).\(entity.name(ofSlot: slot)) of \(row.id) cannot be \(row.values[slot])")
      }
      values.append(value)
    }
    return Row(id: row.id, version: row.version, values: values)
  }
}

extension AtomicStoreContents.Kind: CustomStringConvertible {
  /// The kind in one word: the type of an attribute, or the destination entity.
  public var description: String {
    switch self {
    case .attribute(let type): type.rawValue
    case .reference(let entity): entity
    }
  }
}
