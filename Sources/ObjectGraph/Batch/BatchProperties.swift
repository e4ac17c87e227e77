internal import Foundation
internal import ObjectModel

/// The properties of an entity that a batch can set, and the checks of their values.
struct BatchProperties: Sendable {
  let number: EntityNumber
  let model: ManagedObjectModel
  let entity: Entity

  init(_ number: EntityNumber, in model: ManagedObjectModel) {
    self.number = number
    self.model = model
    entity = model[number]
  }

  /// Returns the slot of a property.
  ///
  /// - Throws: A ``BatchError`` if the entity does not have the property, or a batch cannot set it.
  func slot(of name: String) throws(BatchError) -> Slot {
    func refuse(_ reason: BatchError.Reason) -> BatchError {
      .cannotSet(entity: entity.name, property: name, reason: reason)
    }
    if let relationship = entity.relationship(name) {
      if relationship.cardinality == .toMany { throw refuse(.toMany) }
      if model.inverse(of: relationship)?.cardinality == .toOne { throw refuse(.oneToOne) }
    }
    guard let slot = entity.slot(of: name), entity.isVisible(slot: slot) else {
      throw .unknownProperty(entity: entity.name, property: name)
    }
    if entity.derivedSlots.contains(slot) { throw refuse(.derived) }
    if entity.transientSlots.contains(slot) { throw refuse(.transient) }
    let end = model.end(ofSlot: slot, entity: number)
    if end?.position != nil { throw refuse(.ordered) }
    if end?.isCounted == true { throw refuse(.counted) }
    return slot
  }

  // MARK: Values

  /// Checks the value of an assignment.
  ///
  /// - Throws: A ``BatchError``, a ``FetchError``, or a ``ValidationError`` for a constant that is not valid.
  func check(_ expression: FetchExpression, _ slot: Slot) throws {
    if case .value(let value) = expression { return try check(value, slot) }
    let wrong = BatchError.wrongExpression(
      entity: entity.name, property: entity.name(ofSlot: slot), expression: expression.description)
    guard let attribute = entity.attribute(inSlot: slot) else { throw wrong }
    let kind = try FetchScope(entity, in: model).kind(of: expression, depth: 1)
    let isOwn = expression.relationshipPaths().allSatisfy { path in
      entity.relationship(String(path.prefix { $0 != "." })) == nil
    }
    guard isOwn, !expression.hasReferences(of: entity),
      kind == .nothing || kind == attribute.type.traits.form.kind
    else { throw wrong }
  }

  /// Checks a constant.
  func check(_ value: PropertyValue, _ slot: Slot) throws {
    if let id = value.reference, !isDestination(id, slot) {
      throw BatchError.wrongDestination(entity: entity.name, property: entity.name(ofSlot: slot))
    }
    let id = ManagedObjectID(entity: number, key: 0, in: StoreIdentity(UUID()))
    let failures = entity.checks.failures(of: value, slot: slot, id)
    if !failures.isEmpty { throw ValidationError(failures: failures) }
  }

  /// Returns a Boolean value that indicates whether a reference can lead to an object.
  func isDestination(_ id: ManagedObjectID, _ slot: Slot) -> Bool {
    entity.destinations[slot]?.contains(id.entity) == true
  }
}

extension FetchExpression {
  /// Returns a Boolean value that indicates whether the expression reads a relationship of an entity, or a subquery.
  fileprivate func hasReferences(of entity: Entity) -> Bool {
    switch self {
    case .value, .values, .variable: false
    case .path(let path): entity.attribute(named: path) == nil
    case .subquery: true
    case .list(let parts), .function(_, let parts): parts.contains { $0.hasReferences(of: entity) }
    case .arithmetic(_, let left, let right):
      left.hasReferences(of: entity) || right.hasReferences(of: entity)
    case .conditional(_, let then, let otherwise):
      then.hasReferences(of: entity) || otherwise.hasReferences(of: entity)
    }
  }
}
