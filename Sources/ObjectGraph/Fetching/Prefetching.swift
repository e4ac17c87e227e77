internal import ObjectModel
internal import ObjectStore

/// Relationships whose ends are read together with the objects that have them.
struct Prefetching {
  /// For how many owners members are asked for at once.
  static let ownersAtOnce = 500

  /// The relationships of each key path, from the objects on.
  private let paths: [[RelationshipDescription]]

  /// Finds the relationships that the key paths name, beginning at `entity`.
  init(_ keyPaths: [String], of entity: Entity, in model: ManagedObjectModel) throws(FetchError) {
    var paths: [[RelationshipDescription]] = []
    for keyPath in keyPaths { paths.append(try Self.relationships(keyPath, of: entity, in: model)) }
    self.paths = paths
  }

  private static func relationships(
    _ path: String, of entity: Entity, in model: ManagedObjectModel
  ) throws(FetchError) -> [RelationshipDescription] {
    var entity = entity
    var relationships: [RelationshipDescription] = []
    for name in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let relationship = entity.relationship(name),
        let destination = model.entity(named: relationship.destination)
      else { throw .unknownProperty(entity: entity.name, name: name, path: path) }
      relationships.append(relationship)
      entity = destination
    }
    return relationships
  }

  /// Reads the objects at the key paths and returns them, because the context releases objects without
  /// references.
  ///
  /// The number of reads is the number of relationships in the key paths, however many objects there are. If
  /// the store cannot be read, nothing is prefetched; the next fetch throws the reason.
  func read(from objects: [ManagedObject], in context: ManagedObjectContext) -> [ManagedObject] {
    var read: [ManagedObject] = []
    for path in paths {
      var sources = objects
      for relationship in path {
        sources = ends(of: relationship, sources, context)
        read += sources
      }
    }
    return read
  }

  private func ends(
    of relationship: RelationshipDescription, _ sources: [ManagedObject], _ context: ManagedObjectContext
  ) -> [ManagedObject] {
    guard relationship.cardinality == .toMany else {
      let targets = Set(sources.compactMap { $0.value(forKey: relationship.name).reference })
      return context.readAhead(targets)
    }
    return sources.filter { !$0.isDeleted }.chunks(of: Self.ownersAtOnce).flatMap {
      context.loadMembers(of: relationship, owners: $0)
    }
  }
}

extension ManagedObjectContext {
  /// Reads the members of many owners in one go; they are kept by their owners from now on, and returned with values.
  fileprivate func loadMembers(
    of relationship: RelationshipDescription, owners: some Collection<ManagedObject>
  ) -> [ManagedObject] {
    guard let membership = model.membership(relationship) else { return [] }
    var members: Set<ManagedObjectID> = []
    var unknown: [ManagedObject] = []
    for owner in owners {
      if let known = owner.members[relationship.name] {
        members.formUnion(known.ids)
      } else {
        unknown.append(owner)
      }
    }
    let rows = loadMemberRows(of: relationship, owners: unknown)
    guard membership.member == nil else {
      return readAhead(members.union(rows.lazy.compactMap(membership.member)))
    }
    return rows.map { object(for: $0) } + readAhead(members)
  }

  /// Reads the rows that make objects members of a relationship of many owners in one go.
  ///
  /// The owners keep the members from now on. If the store cannot be read, there are no rows. In ``withoutWaiting(_:)``, the
  /// members are recorded as missing.
  func loadMemberRows(
    of relationship: RelationshipDescription, owners: some Collection<ManagedObject>
  ) -> [Row] {
    if missing.forbidsWaiting { for owner in owners { missing.record(relationship, of: owner.objectID) } }
    guard !owners.isEmpty, let membership = model.membership(relationship),
      let rows = try? matchingRows(query(membership, owners.map(\.objectID)))
    else { return [] }
    let rowsByOwner = Dictionary(grouping: rows) { $0.values[membership.owner].reference }
    for owner in owners where owner.members[relationship.name] == nil {
      owner.members[relationship.name] = MemberSet(rowsByOwner[owner.objectID] ?? [], membership)
    }
    return rows
  }
}

extension ManagedObjectContext {
  /// Reads objects and those at key paths from them, and returns the latter, because the context releases objects without
  /// references.
  ///
  /// What is at hand is not read again. If the store cannot be read, nothing is read; the next fetch throws the reason.
  ///
  /// - Parameters:
  ///   - keyPaths: Key paths of relationships, such as `author` or `author.books.tags`.
  ///   - objects: The objects, which are of the same entity.
  /// - Throws: ``FetchError`` for a name that is not a relationship.
  /// - Complexity: One reading of the store for each relationship of a path, however many objects there are.
  public func prefetch(_ keyPaths: [String], of objects: [ManagedObject]) throws -> [ManagedObject] {
    guard let entity = objects.first?.entity else { return [] }
    let prefetching = try Prefetching(keyPaths, of: entity, in: model)
    let objects = readAhead(objects.map(\.objectID))
    return prefetching.read(from: objects, in: self)
  }
}
