internal import Foundation
internal import ObjectModel
internal import ObjectStore

/// Finds the property that a Swift key path reads; a key path does not have the name.
///
/// An object that no store knows is made of values that are known, each of them is changed in turn, and the key path is
/// applied before and after. It reads the property whose values it gave, both times, and no other. A property that
/// computes something of others is thus not mistaken for one of them.
struct PropertyProbe {
  private let model: ManagedObjectModel
  let context: ManagedObjectContext

  /// The identifier of the stores of all probes: the identities of stores are kept until the process ends.
  private static let identifier = UUID()
  /// The maximum number of relationships in a key path.
  private static let longestPath = 3

  init(model: ManagedObjectModel) throws {
    self.model = model
    context = try ManagedObjectContext(
      coordinator: PersistentStoreCoordinator(
        store: InMemoryStore(model: model, identifier: Self.identifier)),
      role: .worker)
  }

  /// The key path in the model that a key path of the class reads; nil when it reads no property, or makes something
  /// else of it.
  func path(of keyPath: AnyKeyPath, in objectClass: ManagedObject.Type) -> String? {
    guard let index = model.entities.firstIndex(where: { $0.managedObjectClass == objectClass }) else {
      return nil
    }
    var probes: [Probe] = []
    let root = makeProbe(EntityNumber(index: index), "", &probes, depth: 0)
    let read = { Self.value(root[keyPath: keyPath] as Any) }
    guard let before = read() else { return nil }
    if case .members(let name) = before { return name }
    let found = probes.filter { probe in
      guard before == .value(probe.before) else { return false }
      probe.object.values?[probe.slot] = probe.after
      defer { probe.object.values?[probe.slot] = probe.before }
      return read() == .value(probe.after)
    }
    return found.count == 1 ? found[0].path : nil
  }

  // MARK: Objects

  /// A property whose value can be changed to see whether a key path reads it.
  private struct Probe {
    let object: ManagedObject
    let slot: Slot
    let path: String
    let before: PropertyValue
    let after: PropertyValue
  }

  private func makeProbe(
    _ number: EntityNumber, _ prefix: String, _ probes: inout [Probe], depth: Int
  ) -> ManagedObject {
    let entity = model[number]
    let object = context.makeObject(
      ManagedObjectID(entity: number, key: Int64(probes.count + 1), in: context.coordinator.identity),
      row: nil)
    var values: [PropertyValue] = []
    for slot in entity.slots {
      let path = prefix + entity.name(ofSlot: slot)
      var pair = entity.attribute(inSlot: slot).map { Self.samples(of: $0.type, probes.count) }
      if pair == nil, depth < Self.longestPath, let end = destination(slot, of: entity) {
        let first = makeProbe(end, path + ".", &probes, depth: depth + 1)
        let second = ManagedObjectID(
          entity: end, key: first.objectID.key + Self.otherKeys, in: context.coordinator.identity)
        pair = (.reference(first.objectID), .reference(second))
      }
      values.append(pair?.before ?? .null)
      guard let pair else { continue }
      probes.append(Probe(object: object, slot: slot, path: path, before: pair.before, after: pair.after))
    }
    object.values = values
    return object
  }

  /// By how much the keys of objects that are not there differ from those that are.
  private static let otherKeys: Int64 = 1_000_000

  private func destination(_ slot: Slot, of entity: Entity) -> EntityNumber? {
    entity.relationship(entity.name(ofSlot: slot)).flatMap { model.number(ofEntity: $0.destination) }
  }

  // MARK: Values

  private enum Read: Hashable {
    case value(PropertyValue)
    case members(String)
  }

  private static func value(_ read: Any) -> Read? {
    switch read {
    case let members as any ToManyView: .members(members.relationship.name)
    case let object as ManagedObject: .value(.reference(object.objectID))
    case let value as any AttributeConvertible: .value(value.propertyValue)
    default: nil
    }
  }

  /// Two values of a type, of which no other property has both.
  private static func samples(
    of type: AttributeType, _ number: Int
  ) -> (before: PropertyValue, after: PropertyValue) {
    // Truth values have no numbers. A transformed value is read as a separate type, which gives no information.
    if type.traits.form == .boolean { return (.boolean(false), .boolean(true)) }
    if type.traits.form == .transformed { return (.null, .null) }
    return (sample(of: type.traits, number + 2), sample(of: type.traits, -number - 3))
  }

  private static func sample(of traits: AttributeTraits, _ number: Int) -> PropertyValue {
    let column: PropertyValue =
      switch traits.column {
      case .integer: .integer(Int64(number))
      case .float, .decimal, .timestamp: .real(Double(number) + 0.5)
      case .text: .string("sample:\(number)")
      // As many bytes as a UUID has.
      case .blob:
        .data(
          Data(repeating: 0, count: 14) + [
            UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number),
          ])
      }
    return traits.form.value(ofColumn: column) ?? .null
  }
}
