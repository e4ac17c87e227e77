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
  /// The number of reads is the number of relationships in the key paths, however many objects there are.
  ///
  /// - Throws: The errors of the store.
  func read(from objects: [ManagedObject], in context: ManagedObjectContext) throws -> [ManagedObject] {
    var read: [ManagedObject] = []
    for path in paths {
      var sources = objects
      for relationship in path {
        sources = try ends(of: relationship, sources, context)
        read += sources
      }
    }
    return read
  }

  private func ends(
    of relationship: RelationshipDescription, _ sources: [ManagedObject], _ context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    guard relationship.cardinality == .toMany else {
      let targets = Set(sources.compactMap { $0.value(forKey: relationship.name).reference })
      return try context.readRows(of: targets)
    }
    return try sources.filter { !$0.isDeleted }.chunks(of: Self.ownersAtOnce).flatMap {
      try context.loadMembers(of: relationship, owners: $0)
    }
  }
}

extension ManagedObjectContext {
  /// Reads the members of many owners in one go; they are kept by their owners from now on, and returned with values.
  fileprivate func loadMembers(
    of relationship: RelationshipDescription, owners: some Collection<ManagedObject>
  ) throws -> [ManagedObject] {
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
    let rows = try readMemberRows(of: relationship, owners: unknown)
    guard membership.member == nil else {
      return try readRows(of: members.union(rows.lazy.compactMap(membership.member)))
    }
    return rows.map { object(for: $0) } + (try readRows(of: members))
  }

  /// Reads the rows that make objects members of a relationship of many owners in one go.
  ///
  /// The owners keep the members from now on. Where that would wait, the members are recorded as missing, and there are no
  /// rows.
  ///
  /// - Throws: The errors of the store, except `FetchError.wouldWait`.
  func readMemberRows(
    of relationship: RelationshipDescription, owners: some Collection<ManagedObject>
  ) throws -> [Row] {
    if missing.forbidsWaiting { for owner in owners { missing.record(relationship, of: owner.objectID) } }
    guard !owners.isEmpty, let membership = model.membership(relationship) else { return [] }
    let rows: [Row]
    do {
      rows = try matchingRows(query(membership, owners.map(\.objectID)))
    } catch FetchError.wouldWait {
      return []
    }
    let rowsByOwner = Dictionary(grouping: rows) { $0.values[membership.owner].reference }
    for owner in owners where owner.members[relationship.name] == nil {
      owner.members[relationship.name] = MemberSet(rowsByOwner[owner.objectID] ?? [], membership)
    }
    return rows
  }

  /// Reads the rows that make objects members of a relationship of many owners in one go, if the store can be read.
  ///
  /// The owners keep the members from now on. Where that would wait, the members are recorded as missing, and there are no
  /// rows.
  func loadMemberRows(
    of relationship: RelationshipDescription, owners: some Collection<ManagedObject>
  ) -> [Row] {
    (try? readMemberRows(of: relationship, owners: owners)) ?? []
  }
}

extension ManagedObjectContext {
  /// Reads objects and those at key paths from them, and returns the latter, because the context releases objects without
  /// references.
  ///
  /// What is at hand is not read again. In ``withoutWaiting(_:)`` and ``whenAtHand(_:)``, what is not at hand is recorded as
  /// missing.
  ///
  /// - Parameters:
  ///   - keyPaths: Key paths of relationships, such as `author` or `author.books.tags`.
  ///   - objects: The objects, which are of the same entity.
  /// - Throws: ``FetchError`` for a name that is not a relationship, and the errors of the store.
  /// - Complexity: One reading of the store for each relationship of a path, however many objects there are.
  public func prefetch(_ keyPaths: [String], of objects: [ManagedObject]) throws -> [ManagedObject] {
    guard let entity = objects.first?.entity else { return [] }
    let prefetching = try Prefetching(keyPaths, of: entity, in: model)
    let objects = try readRows(of: objects.map(\.objectID))
    return try prefetching.read(from: objects, in: self)
  }
}
