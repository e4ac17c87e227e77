internal import ObjectModel
internal import ObjectStore

/// Delete rules, applied to the objects that refer to deleted ones.
///
/// `CommitExecution+DeleteRules.swift` applies them to rows that the context cannot have known. Uniqueness,
/// one-to-one relationships and derived values have a file here and one there as well: a context changes objects
/// and records undo, a commit writes rows of all contexts and knows no objects.
///
/// They are not one rule with two kinds of rows, because a context must look for conflicts before it shows a change,
/// and a commit lets the store find them. A commit that looked for duplicates before each insertion would need 34 %
/// more instructions to import 2,500 objects with one uniqueness constraint (counted by callgrind).
extension ManagedObjectContext {
  /// Applies the delete rules of deleted objects, in the order of deletion.
  ///
  /// A cascade appends more deletions, and calls hooks. A hook that ends the event, as a fetch does, leaves the rules to the
  /// call in progress.
  func applyDeleteRules() {
    guard unsaved.deletions.beginApplying() else { return }
    defer { unsaved.deletions.endApplying() }
    while case let objects = unsaved.deletions.beginNext(Self.deletionsAtOnce), !objects.isEmpty {
      // The context releases objects without references.
      let prepared = objects.count > 1 ? readForDeleteRules(objects) : []
      let referrers = readReferrers(of: objects)
      // An undo may have restored an object.
      for object in objects where object.isDeleted {
        for relationship in object.entity.relationships { apply(relationship, of: object) }
        emptyReferences(to: object.objectID, of: referrers[object.objectID] ?? [])
        leave(object)
      }
      withExtendedLifetime(prepared) {}
    }
  }

  /// The number of deleted objects for which the rows that delete rules need are read at once.
  private static let deletionsAtOnce = 500

  /// Reads the rows that the delete rules of deleted objects need, with a few reads for all of them.
  ///
  /// If the store cannot be read, the rules read the rows one by one.
  private func readForDeleteRules(_ objects: [ManagedObject]) -> [ManagedObject] {
    fulfill(objects)
    return readDestinations(of: objects.filter(\.isDeleted))
  }

  /// Reads the objects that change when some objects are deleted, those that cascades delete as well, and returns them.
  ///
  /// The deletion does not read them again as long as the result is retained. Use it for many objects, and in
  /// ``whenAtHand(_:)``. If the store cannot be read, nothing is read.
  ///
  /// - Complexity: One reading of the store for each relationship with a delete rule, however many objects there are.
  public func readForDeletion(of objects: [ManagedObject]) -> [ManagedObject] {
    var read: [ManagedObject] = []
    var seen = Set(objects)
    var next = readAhead(objects.map(\.objectID))
    while !next.isEmpty {
      read += next
      read += next.chunks(of: Self.deletionsAtOnce).flatMap { readDestinations(of: Array($0)) }
      next = next.flatMap(cascades).filter { seen.insert($0).inserted }
    }
    return read
  }

  /// Returns the objects that are deleted with an object.
  private func cascades(of object: ManagedObject) -> [ManagedObject] {
    object.entity.relationships.filter { $0.deleteRule == .cascade }.flatMap { relationship in
      others(relationship, of: object).map(self.object(with:))
    }
  }

  /// Reads the destinations of objects that delete rules need, and returns them.
  private func readDestinations(of objects: [ManagedObject]) -> [ManagedObject] {
    var read: [ManagedObject] = []
    for (_, objects) in Dictionary(grouping: objects, by: \.objectID.entity) {
      for relationship in objects[0].entity.relationships where needsMembers(relationship) {
        if relationship.cardinality == .toMany {
          read += readMembers(of: relationship, owners: objects)
        } else {
          let slot = objects[0].slot(of: relationship.name)
          read += readAhead(Set(objects.compactMap { $0.read(slot).reference }))
        }
      }
    }
    return read
  }

  /// Reads the rows that make objects members of a relationship, and the members if they are deleted as well.
  private func readMembers(
    of relationship: RelationshipDescription, owners: [ManagedObject]
  ) -> [ManagedObject] {
    let unknown = owners.filter { $0.members[relationship.name] == nil }
    let known = owners.compactMap { $0.members[relationship.name] }
    let rows = loadMemberRows(of: relationship, owners: unknown)
    // A denied deletion needs to know that there are members, not their values.
    if relationship.deleteRule == .deny { return [] }
    var read = rows.map { object(for: $0) }
    read += readAhead(known.flatMap(\.rows))
    if relationship.link != nil, relationship.deleteRule == .cascade {
      read += readAhead(Set(owners.flatMap { $0.members[relationship.name]?.ids ?? [] }))
    }
    return read
  }

  /// Returns a Boolean value that indicates whether the delete rule of a relationship reads its destinations.
  private func needsMembers(_ relationship: RelationshipDescription) -> Bool {
    switch relationship.deleteRule {
    case .cascade: true
    case .deny: relationship.cardinality == .toMany
    case .nullify: relationship.cardinality == .toMany || inverse(of: relationship)?.cardinality == .toOne
    default: false
    }
  }

  private func apply(_ relationship: RelationshipDescription, of object: ManagedObject) {
    guard relationship.link == nil else { return applyLinked(relationship, of: object) }
    guard relationship.deleteRule == .cascade || relationship.deleteRule == .nullify else { return }
    let inverse = inverse(of: relationship)
    if relationship.deleteRule == .nullify, relationship.cardinality == .toOne, inverse?.cardinality != .toOne
    {
      return
    }
    for id in others(relationship, of: object) {
      let other = self.object(with: id)
      guard !other.isDeleted else { continue }
      if relationship.deleteRule == .cascade {
        delete(other)
      } else if let inverse, let slot = other.entity.slot(of: inverse.name),
        other.read(slot).reference == object.objectID
      {
        put(.null, slot: slot, of: other)
      }
    }
  }

  /// An object with a reference without an inverse, which leads to a deleted object.
  private struct Referrer {
    let object: ManagedObject
    let slot: Slot
  }

  /// Reads the objects that refer to deleted ones by relationships without an inverse, by the deleted object.
  ///
  /// Every result of the store is merged with all unsaved changes. A query for each deleted object would therefore take
  /// quadratic time.
  private func readReferrers(of objects: [ManagedObject]) -> [ManagedObjectID: [Referrer]] {
    var referrers: [ManagedObjectID: [Referrer]] = [:]
    let ids = objects.lazy.filter(\.isDeleted).map(\.objectID)
    for (number, ids) in Dictionary(grouping: ids, by: \.entity) {
      for referrer in model.referrers(to: number) {
        guard referrer.relationship.inverse == nil,
          model.deleteRule(for: referrer.relationship, to: number) == .nullify,
          let name = model.entity(numbered: referrer.entity)?.name(ofSlot: referrer.slot)
        else { continue }
        let refers = FetchPredicate.comparison(.init(name, .in, .values(ids.map { .reference($0) })))
        // If the store cannot be read, the commit resolves these references.
        for row in (try? matchingRows(StoreQuery(entity: referrer.entity, predicate: refers))) ?? [] {
          guard let target = row.values[referrer.slot].reference else { continue }
          referrers[target, default: []].append(Referrer(object: object(for: row), slot: referrer.slot))
        }
      }
    }
    return referrers
  }

  /// Sets references to a deleted object that have no inverse to null.
  ///
  /// Core Data keeps such references, which then have no destination.
  private func emptyReferences(to id: ManagedObjectID, of referrers: [Referrer]) {
    for referrer in referrers {
      // A rule that was applied meanwhile can have deleted or changed the object.
      guard !referrer.object.isDeleted, referrer.object.read(referrer.slot).reference == id else { continue }
      put(.null, slot: referrer.slot, of: referrer.object)
    }
  }

  /// Empties the references to deleted objects that an object has again because its changes were discarded.
  ///
  /// They were effects of the deletions, which stay.
  func emptyReferencesToDeleted(of object: ManagedObject) {
    for slot in object.entity.referenceSlots {
      guard let target = object.values?[slot].reference.flatMap({ registry[$0] }), target.isDeleted,
        let relationship = object.entity.relationship(inSlot: slot),
        model.deleteRule(for: relationship, to: target.objectID.entity) == .nullify
      else { continue }
      put(.null, slot: slot, of: object)
    }
  }

  /// Applies the delete rule of a many-to-many relationship.
  ///
  /// Join rows of a deleted object are removed under all rules except a denied deletion, which the save
  /// rejects.
  private func applyLinked(_ relationship: RelationshipDescription, of object: ManagedObject) {
    guard relationship.deleteRule != .deny else { return }
    let members = loadMembers(of: relationship, owner: object)
    for id in members.ids.sorted() {
      if let row = members.row(of: id) { remove(self.object(with: row)) }
      guard relationship.deleteRule == .cascade else { continue }
      let other = self.object(with: id)
      if !other.isDeleted { delete(other) }
    }
  }

  /// Returns the destinations of a relationship.
  func others(_ relationship: RelationshipDescription, of object: ManagedObject) -> [ManagedObjectID] {
    switch relationship.cardinality {
    case .toMany: loadMembers(of: relationship, owner: object).ids.sorted()
    case .toOne: [object.read(object.slot(of: relationship.name)).reference].compactMap { $0 }
    }
  }

  /// Removes a deleted object from the relationships that contain it.
  private func leave(_ object: ManagedObject) {
    referencesChanged(object.objectID, from: object.values, to: nil)
    // An object that was never saved needs no deletion in the store.
    if object.committed == nil { unsaved.discard(object.objectID) }
  }
}
