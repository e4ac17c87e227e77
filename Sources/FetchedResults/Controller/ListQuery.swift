import ObjectGraph

/// A checked request of a list, as a value that can be read in any isolation.
struct ListQuery: Sendable {
  /// A relationship on which the members or the order of the list depend.
  struct Dependency: Sendable {
    /// The key path to the related objects.
    let path: String
    /// The numbers of their entity and its sub-entities.
    let entities: ClosedRange<EntityNumber>
    let isToMany: Bool
    /// A Boolean value that indicates whether the list reads the members of a to-many relationship of the related objects.
    let readsMembers: Bool
    /// The entity of the list, at whose objects the path starts.
    let source: Entity
    let model: ManagedObjectModel
  }

  let entity: EntityNumber
  private let entityName: String
  /// The numbers of the entities whose objects can be in the list.
  let entities: ClosedRange<EntityNumber>
  /// The number of bits for the entity of an object in the key of its row; 0 in a list of one entity.
  private let entityBits: Int
  let predicate: FetchPredicate?
  let order: RowOrder
  /// The slot of each key of the order; nil for a key that is not a property of the only entity.
  private let slots: [Slot?]
  let window: RowWindow
  let dependencies: [Dependency]
  /// The store of the objects.
  let store: StoreIdentity

  /// Checks a request.
  ///
  /// - Throws: ``FetchedResultsError`` or `FetchError`.
  init<Object: ManagedObject>(
    _ request: FetchRequest<Object>, sectionKeyPath: String?, sectionNameLength: Int? = nil,
    model: ManagedObjectModel, store: StoreIdentity
  ) throws {
    self.store = store
    let query = request.query(in: model)
    entity = query.entity
    entities = query.entities(in: model)
    entityBits = Int.bitWidth - (entities.count - 1).leadingZeroBitCount
    predicate = request.predicate
    window = RowWindow(offset: request.offset, limit: request.limit)
    let description = model[entity]
    entityName = description.name
    try query.validate(in: model, of: store)
    var naming = try SectionNaming(path: sectionKeyPath, of: description, in: model)
    naming.length = sectionNameLength
    if let sectionKeyPath, let sectionNameLength {
      require(sectionNameLength >= 0, "sections by \(sectionNameLength) characters: name them by at least 0")
      guard naming.keepsBeginningsTogether else {
        throw FetchedResultsError.sectionsWithoutBeginnings(sectionKeyPath: sectionKeyPath)
      }
      if let first = request.order.first, first.comparison != .binary {
        throw FetchedResultsError.collatedSections(sectionKeyPath: sectionKeyPath)
      }
    }
    guard let order = RowOrder(request.order, sectionKeyPath: sectionKeyPath, naming: naming) else {
      throw FetchedResultsError.notSortedBySection(
        sectionKeyPath: sectionKeyPath ?? "", firstOrder: request.order.first?.path)
    }
    self.order = order
    let isOfOneEntity = entities.count == 1
    slots = order.keys.map { isOfOneEntity ? description.slot(of: $0.path) : nil }
    let paths = (request.predicate?.relationshipPaths() ?? []).union(request.order.relationshipPaths())
    dependencies = try paths.sorted().compactMap {
      try Dependency($0, of: paths, from: description, in: model)
    }
  }

  /// A request for objects of the same entities.
  func request<Object: ManagedObject>(_ predicate: FetchPredicate?) -> FetchRequest<Object> {
    FetchRequest(entity: entityName, where: predicate, includesSubentities: entities.count > 1)
  }

  /// Reads the rows that lead through to-many relationships to some related objects, as the store has them.
  ///
  /// The context no longer finds those from which a pending change removes a member.
  func formerOwners(of related: Set<ManagedObjectID>, in reader: any StoreReader) throws -> Set<
    ManagedObjectID
  > {
    var owners: Set<ManagedObjectID> = []
    for dependency in dependencies where dependency.isToMany {
      let ends = related.filter { dependency.entities.contains($0.entity) }
      for predicate in try dependency.predicates(leadingTo: ends) {
        owners.formUnion(try reader.fetchIDs(query(predicate)))
      }
    }
    return owners
  }

  /// Reads the whole list, including rows outside the window; for a reader's isolation.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - isCancelable: `false` if the list is read even if the task is canceled.
  /// - Throws: `CancellationError` if the task is canceled, and the errors of the store.
  /// - Complexity: O(*n*)
  func read(_ reader: any StoreReader, isCancelable: Bool = true) throws -> RowList {
    var builder = RowListBuilder(order: order, window: window)
    var count = 0
    try forEachRow(of: query(predicate, order: order.keys), reader) { row in
      count += 1
      // A store whose reader cannot be interrupted is stopped here.
      if isCancelable, count.isMultiple(of: 1024) { try Task.checkCancellation() }
      builder.append(row)
    }
    return RowList(builder)
  }

  /// Reads a part of the list, or the whole list if it has a window; for a reader's isolation.
  ///
  /// - Throws: The errors of the store.
  /// - Complexity: O(*k* log *n*) for *k* rows, if the store has an index of the order.
  func read(_ part: ListPart, _ reader: any StoreReader) throws -> RowList {
    guard window == RowWindow() else { return try read(reader) }
    // The rows before and after the center are read one after the other.
    guard let reader = reader as? any SnapshotReader else { return try rows(of: part, reader) }
    return try reader.snapshot { try rows(of: part, reader) }
  }

  /// Returns the objects that are read together with a part: the first ones in a list, or those around the center.
  func objects(of part: ListPart, in list: RowList) -> [ManagedObjectID] {
    let shown = list.arrangement.shown
    let count = min(max(0, part.objectCount), shown.count)
    let center = part.center.flatMap {
      entities.contains($0.entity) ? list.position(ofKey: key(of: $0)) : nil
    }
    let start = min(max(shown.lowerBound, (center ?? 0) - count / 2), shown.upperBound - count)
    var ids: [ManagedObjectID] = []
    list.arrangement.forEachKey(in: start..<start + count) { ids.append(id(ofKey: $0)) }
    return ids
  }

  private func rows(of part: ListPart, _ reader: any StoreReader) throws -> RowList {
    var query = query(predicate, order: order.keys)
    query.limit = max(1, part.count)
    guard let center = try part.center.flatMap({ try row(of: $0, reader) }) else {
      let first = try rows(of: query, reader)
      return list(first, RowExtent(last: first.count < query.limit ?? 0 ? nil : first.last))
    }
    query.limit = max(1, part.count / 2)
    query.start = .init(keys: center.keys, id: center.id, isBackward: true)
    let before = try rows(of: query, reader)
    query.start?.isBackward = false
    let after = try rows(of: query, reader)
    let extent = RowExtent(
      first: before.count < query.limit ?? 0 ? nil : before.last,
      last: after.count < query.limit ?? 0 ? nil : after.last)
    let middle = ListRow(key: key(of: center.id), sortKey: order.sortKey(center.keys))
    return list(before.reversed() + [middle] + after, extent)
  }

  private func list(_ rows: [ListRow], _ extent: RowExtent) -> RowList {
    var builder = RowListBuilder(order: order, window: window)
    for row in rows { builder.append(row) }
    return RowList(builder, extent: extent)
  }

  private func rows(of query: StoreQuery, _ reader: any StoreReader) throws -> [ListRow] {
    var rows: [ListRow] = []
    try forEachRow(of: query, reader) { rows.append($0) }
    return rows
  }

  /// Calls `body` with the rows of a query in this order.
  private func forEachRow(
    of query: StoreQuery, _ reader: any StoreReader, _ body: (ListRow) throws -> Void
  ) throws {
    var row = ListRow(key: 0, sortKey: SortKey())
    try reader.forEach(query, paths: order.keys.map(\.path)) { id, values in
      row.key = key(of: id)
      row.sortKey.removeAll()
      for (key, value) in zip(order.keys, values) {
        row.sortKey.append(key.key(for: value), ascending: key.ascending)
      }
      try body(row)
    }
  }

  /// Returns the collation keys of an object, if the list has it.
  private func row(
    of id: ManagedObjectID, _ reader: any StoreReader
  ) throws -> (id: ManagedObjectID, keys: [PropertyValue])? {
    guard id.store == store, entities.contains(id.entity) else { return nil }
    var found: (ManagedObjectID, [PropertyValue])?
    let query = query(predicate.map { .and([.isObject(id), $0]) } ?? .isObject(id))
    try reader.forEach(query, paths: order.keys.map(\.path)) { id, values in
      found = (id, zip(order.keys, values).map { $0.key(for: $1) })
    }
    return found
  }

  private func query(_ predicate: FetchPredicate?, order: [FetchOrder] = []) -> StoreQuery {
    StoreQuery(
      entity: entity, predicate: predicate, order: order, includesSubentities: entities.count > 1)
  }

  /// Returns the edit for the current state of a row.
  ///
  /// - Parameter isMatch: Whether the predicate matches, if that is known.
  func edit(
    of id: ManagedObjectID, in context: ManagedObjectContext, isMatch: Bool? = nil
  ) throws -> RowEdit {
    let key = key(of: id)
    guard let row = try context.row(for: id), try isMatch ?? predicate?.matches(row, in: context) ?? true
    else {
      return RowEdit(key: key, row: nil)
    }
    return RowEdit(key: key, row: ListRow(key: key, sortKey: try sortKey(of: row, in: context)))
  }

  private func sortKey(of row: Row, in context: ManagedObjectContext) throws -> SortKey {
    var sortKey = SortKey()
    for (index, key) in order.keys.enumerated() {
      let value = try slots[index].map { row.values[$0] } ?? context.value(at: key.path, of: row)
      sortKey.append(key.key(for: value), ascending: key.ascending)
    }
    return sortKey
  }

  /// Returns whether a change of an object of an entity can change the list.
  func depends(on number: EntityNumber) -> Bool {
    entities.contains(number) || dependencies.contains { $0.entities.contains(number) }
  }
}

extension ListQuery.Dependency {
  /// Returns predicates for the rows whose path leads to one of some objects.
  ///
  /// Each has a few hundred objects, because a store limits the number of values in a query.
  func predicates(leadingTo ends: Set<ManagedObjectID>) throws -> [FetchPredicate] {
    try Array(ends).chunks(of: 400).map { part in
      try FetchPredicate.leads(by: path, to: part.map { .reference($0) }, from: source, in: model)
    }
  }

  /// Resolves one of the key paths on which a list depends; returns `nil` if it does not end at objects.
  fileprivate init?(
    _ path: String, of paths: Set<String>, from entity: Entity, in model: ManagedObjectModel
  ) throws {
    guard let (destination, isToMany) = try model.relationshipEnd(path, from: entity) else { return nil }
    guard let number = model.number(ofEntity: destination.name) else { return nil }
    // A list that reads members depends on the path to them, too.
    let readsMembers = try paths.contains { other in
      guard other.hasPrefix(path + ".") else { return false }
      let name = other.dropFirst(path.count + 1).prefix { $0 != "." }
      return try model.relationshipEnd(String(name), from: destination)?.isToMany ?? false
    }
    self.init(
      path: path, entities: model.family(of: number), isToMany: isToMany, readsMembers: readsMembers,
      source: entity, model: model)
  }
}

extension SectionNaming {
  fileprivate init(path: String?, of entity: Entity, in model: ManagedObjectModel) throws {
    guard let path, case .attribute(_, let attribute) = try model.resolve(path, from: entity).end else {
      return
    }
    type = attribute.type
  }
}

// MARK: - Keys of rows

extension ListQuery {
  /// Returns the key of an object's row.
  ///
  /// In a list of several entities, it contains the entity after the object's key, in as few bits as the list needs,
  /// so that rows with equal sort keys are in the order of their IDs. A structure of key and entity would take
  /// 8 bytes more in each row and in each index.
  ///
  /// - Precondition: The key leaves the bits for the entity free. It does up to 2^52 in a list of 2,000 entities.
  func key(of id: ManagedObjectID) -> Int64 {
    guard entityBits > 0 else { return id.key }
    let key = id.key << entityBits
    require(
      key >> entityBits == id.key,
      "the key \(id.key) is too large for a list of \(entities.count) entities: fetch one entity at a time")
    return key | Int64(entities.lowerBound.distance(to: id.entity))
  }

  /// The object of a row.
  func id(ofKey key: Int64) -> ManagedObjectID {
    guard entityBits > 0 else { return ManagedObjectID(entity: entity, key: key, in: store) }
    let offset = Int(key & (1 << entityBits - 1))
    return ManagedObjectID(
      entity: entities.lowerBound.advanced(by: offset), key: key >> entityBits, in: store)
  }
}
