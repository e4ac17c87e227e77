/// A key path with what its names mean in a model.
package final class ResolvedKeyPath: Sendable {
  /// One relationship on the way.
  package enum Step: Sendable {
    /// To the object that the slot refers to.
    case toOne(name: String, slot: Slot, destination: Entity)
    /// To the objects of `destination` that the rows of `membership` make members.
    case toMany(name: String, ManagedObjectModel.Membership, destination: Entity)
  }

  /// The end of a key path.
  package enum End: Sendable {
    /// An attribute.
    case attribute(slot: Slot, AttributeDescription)
    /// An object to which the slot refers.
    case reference(slot: Slot, destination: Entity)
    /// The object to which the steps lead.
    case object(Entity)
    /// The number of rows of `membership` that refer back.
    case count(ManagedObjectModel.Membership)
  }

  /// The relationships on the way.
  package let steps: [Step]
  /// The end of the key path.
  package let end: End
  /// A Boolean value that indicates whether the path has one value for each object of a to-many relationship.
  package let isToMany: Bool

  init(_ steps: [Step], _ end: End) {
    self.steps = steps
    self.end = end
    isToMany = steps.contains(where: \.isToMany)
  }
}

extension ManagedObjectModel {
  /// Resolves a key path that begins at an object of `entity`.
  ///
  /// The model keeps the result: a query resolves each of its paths several times.
  ///
  /// - Throws: A ``FetchError`` that describes the first problem.
  package func resolve(_ path: String, from entity: Entity) throws(FetchError) -> ResolvedKeyPath {
    // Numbers of entities are unique within their model only.
    guard self.entity(numbered: entity.number) === entity else { return try resolved(path, from: entity) }
    if let known = keyPaths[path, entity.number] { return known }
    let resolved = try resolved(path, from: entity)
    keyPaths[path, entity.number] = resolved
    return resolved
  }

  private func resolved(_ path: String, from entity: Entity) throws(FetchError) -> ResolvedKeyPath {
    guard path != "SELF" else { return ResolvedKeyPath([], .object(entity)) }
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = names.removeLast()
    var steps: [ResolvedKeyPath.Step] = []
    var entity = entity
    for name in names {
      let step = try step(name, from: entity, path: path)
      if case .toMany = step, steps.contains(where: \.isToMany) { throw .severalToMany(path: path) }
      steps.append(step)
      entity = step.destination
    }
    let end = try end(last, of: entity, path: path, &steps)
    return ResolvedKeyPath(steps, end)
  }

  private func step(
    _ name: String, from entity: Entity, path: String
  ) throws(FetchError) -> ResolvedKeyPath.Step {
    guard let relationship = entity.relationship(name) else {
      throw entity.slot(of: name) == nil
        ? .unknownProperty(entity: entity.name, name: name, path: path)
        : .pathThroughAttribute(entity: entity.name, name: name, path: path)
    }
    guard let destination = self.entity(named: relationship.destination) else {
      throw .unknownProperty(entity: entity.name, name: name, path: path)
    }
    if let slot = entity.slot(of: name) {
      return .toOne(name: name, slot: slot, destination: destination)
    }
    guard let membership = membership(relationship) else {
      throw .unknownProperty(entity: entity.name, name: name, path: path)
    }
    return .toMany(name: name, membership, destination: destination)
  }

  private func end(
    _ name: String, of entity: Entity, path: String, _ steps: inout [ResolvedKeyPath.Step]
  ) throws(FetchError) -> ResolvedKeyPath.End {
    if name == "@count", case .toMany(_, let membership, _) = steps.last {
      steps.removeLast()
      guard !steps.contains(where: \.isToMany) else { throw .severalToMany(path: path) }
      return .count(membership)
    }
    if let slot = entity.slot(of: name), let attribute = entity.attribute(inSlot: slot) {
      if attribute.isTransient { throw .transientAttribute(entity: entity.name, name: name, path: path) }
      return .attribute(slot: slot, attribute)
    }
    let last = try step(name, from: entity, path: path)
    if case .toOne(_, let slot, let destination) = last {
      return .reference(slot: slot, destination: destination)
    }
    guard !steps.contains(where: \.isToMany) else { throw .severalToMany(path: path) }
    steps.append(last)
    return .object(last.destination)
  }
}

extension ResolvedKeyPath.Step {
  /// The entity of the objects to which the step leads.
  package var destination: Entity {
    switch self {
    case .toOne(_, _, let destination), .toMany(_, _, let destination): destination
    }
  }

  fileprivate var isToMany: Bool {
    if case .toMany = self { true } else { false }
  }
}
