internal import ObjectModel
internal import ObjectStore

/// Validation of the number of members of to-many relationships.
extension ManagedObjectContext {
  /// Returns a failure for each invalid number of members of an object that was inserted, or whose members
  /// changed.
  ///
  /// - Throws: The errors of the store's reader.
  func wrongCounts() throws -> [ValidationError.Failure] {
    guard model.countsMembers else { return [] }
    let owners = owners()
    // The context releases objects without references, and their members with them.
    let read = try readMembers(of: owners)
    defer { withExtendedLifetime(read) {} }
    return try owners.sorted { $0.key < $1.key }.flatMap { id, names -> [ValidationError.Failure] in
      let owner = object(with: id)
      guard !owner.isDeleted else { return [] }
      return try names.sorted().compactMap { try failure(owner, $0) }
    }
  }

  /// Returns the relationships to validate, by the objects that have them.
  private func owners() -> [ManagedObjectID: Set<String>] {
    var owners: [ManagedObjectID: Set<String>] = [:]
    for object in unsaved.all {
      if object.isInserted, !object.entity.countedRelationships.isEmpty {
        owners[object.objectID, default: []].formUnion(object.entity.countedRelationships.map(\.name))
      }
      for slot in object.entity.referenceSlots {
        guard let end = model.end(ofSlot: slot, entity: object.objectID.entity), end.isCounted else {
          continue
        }
        for owner in [object.read(slot).reference, object.committed?.values[slot].reference].compactMap({ $0 }
        ) {
          owners[owner, default: []].insert(end.name)
        }
      }
    }
    return owners
  }

  /// Reads the members of several owners for all of them at once, and returns those owners.
  ///
  /// Every result of the store is merged with all unsaved changes. Counting owner by owner would therefore take quadratic
  /// time. The members of a single owner are counted without being read.
  ///
  /// - Throws: The errors of the store's reader.
  private func readMembers(of owners: [ManagedObjectID: Set<String>]) throws -> [ManagedObject] {
    var unknown: [RelationshipDescription: [ManagedObject]] = [:]
    for (id, names) in owners {
      let owner = object(with: id)
      if owner.isDeleted { continue }
      for name in names where owner.members[name] == nil {
        guard let relationship = owner.entity.relationship(name) else { continue }
        unknown[relationship, default: []].append(owner)
      }
    }
    for (relationship, owners) in unknown where owners.count > 1 {
      for part in owners.chunks(of: Prefetching.ownersAtOnce) {
        _ = try readMemberRows(of: relationship, owners: part)
      }
    }
    return unknown.values.flatMap { $0 }
  }

  private func failure(_ owner: ManagedObject, _ name: String) throws -> ValidationError.Failure? {
    guard let relationship = owner.entity.relationship(name) else { return nil }
    let least = relationship.minimumCount
    let most = relationship.maximumCount
    guard least > 0 || most != nil else { return nil }
    let count =
      try owner.members[name]?.ids.count ?? countMembers(of: relationship, owner: owner.objectID)
    guard count < least || count > most ?? .max else { return nil }
    return .init(
      object: owner.objectID, entity: owner.entity.name, property: name,
      rule: .count(count, least: least, most: most))
  }
}
