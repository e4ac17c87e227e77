/// A name that, by a new renaming identifier, belongs to different properties in two versions of a model.
///
/// A store has a property of that name before and after such a change, so that its names do not show whether the change
/// was made. It is refused.
package struct TakenName: Hashable, Sendable {
  /// The name, which the property has in the new model.
  package let name: String
  /// Its name in the old model; nil if it is new.
  package let former: String?
  /// The new name of the property that had the name in the old model; nil if that is removed.
  package let successor: String?

  /// Finds the taken names of an entity, in the order of the names.
  ///
  /// A renaming identifier that the property had in the old model already is of an earlier version, and has no effect.
  package static func all(from old: Entity, to new: Entity) -> [TakenName] {
    let (before, after) = (old.identifiers, new.identifiers)
    let formerNames = after.filter { name, identifier in
      identifier != name && before[identifier] != nil && before[name] != identifier
    }
    return after.keys.filter { before[$0] != nil }.sorted().compactMap { name in
      let (former, successor) = (formerNames[name], formerNames.filter { $0.value == name }.keys.min())
      guard former != nil || successor != nil else { return nil }
      return TakenName(name: name, former: former, successor: successor)
    }
  }

  /// The change in words, of which `owner` names the entity.
  package func change(in owner: String) -> String {
    "\(owner).\(name) \(former.map { "was \($0)" } ?? "is new"), and the former \(name) "
      + (successor.map { "is \($0) now" } ?? "is removed")
  }
}

extension Entity {
  /// The renaming identifiers of the stored attributes and the relationships, or else their names, by their names.
  fileprivate var identifiers: [String: String] {
    let stored = attributes.filter { !$0.isTransient }.map { ($0.name, $0.renamingIdentifier ?? $0.name) }
    return Dictionary(
      stored + relationships.map { ($0.name, $0.renamingIdentifier ?? $0.name) },
      uniquingKeysWith: { first, _ in first })
  }
}
