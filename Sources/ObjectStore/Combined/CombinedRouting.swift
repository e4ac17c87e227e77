internal import Foundation
internal import ObjectModel

/// The ways from the IDs, rows and queries of a combined store to those of its stores, and back.
struct CombinedRouting: Sendable {
  let model: ManagedObjectModel
  let identity: StoreIdentity
  let parts: [CombinedPart]
  /// The numbers of the stores that have an entity, in the order of the stores.
  private let holders: EntityTable<[Int]>

  init(
    model: ManagedObjectModel, identity: StoreIdentity, stores: [any PersistentStore]
  ) throws(CombinedStoreError) {
    guard (1...CombinedKey.limit).contains(stores.count) else { throw .wrongCount(stores.count) }
    var identifiers: Set<UUID> = []
    var parts: [CombinedPart] = []
    for (index, store) in stores.enumerated() {
      guard identifiers.insert(store.identifier).inserted else {
        throw .sameStore(identifier: store.identifier.uuidString)
      }
      parts.append(try CombinedPart(store, index: index, in: model))
    }
    self.model = model
    self.identity = identity
    self.parts = parts
    holders = EntityTable(
      model.numbers.map { number in parts.indices.filter { parts[$0].has(number) } })
    for number in model.numbers where holders[number].isEmpty {
      throw .missingEntity(model[number].name)
    }
  }

  /// Returns the stores that have an entity, in the order of the stores.
  func holders(of entity: EntityNumber) -> [CombinedPart] { holders[entity].map { parts[$0] } }

  /// Returns a Boolean value that indicates whether the keys of an entity name the store: several stores have its
  /// inheritance tree.
  private func isShared(_ entity: EntityNumber) -> Bool { holders[model.root(of: entity)].count > 1 }

  // MARK: IDs

  /// Returns the store of a row, or `nil` if no store can have it.
  func part(of id: ManagedObjectID) -> CombinedPart? {
    guard model.numbers.contains(id.entity) else { return nil }
    let index = isShared(id.entity) ? CombinedKey.store(id.key) : holders[id.entity].first ?? 0
    return parts.indices.contains(index) && parts[index].has(id.entity) ? parts[index] : nil
  }

  /// Returns the ID of a row in its store, or an ID that no row has if another store has the row.
  ///
  /// Such an ID is before or after those of all rows of the store, as it is in the combined store.
  func own(_ id: ManagedObjectID, in part: CombinedPart) -> ManagedObjectID {
    let isKnown = model.numbers.contains(id.entity)
    return ManagedObjectID(
      entity: (isKnown ? part.numbers[id.entity] : nil) ?? EntityNumber(index: 0),
      key: isKnown ? own(key: id.key, of: id.entity, in: part) : 0, in: part.identity)
  }

  /// Returns the key of a row in its store, or a key that no row has if another store has the row.
  private func own(key: Int64, of entity: EntityNumber, in part: CombinedPart) -> Int64 {
    guard isShared(entity) else { return part.has(entity) ? key : 0 }
    let index = CombinedKey.store(key)
    guard index == part.index else { return index < part.index ? 0 : .max }
    return part.has(entity) ? CombinedKey.own(key) : 0
  }

  /// Returns the ID of a row of a store in the combined store.
  ///
  /// - Throws: ``StoreError/damaged(path:reason:)`` for a key that no store gives out.
  func combined(_ id: ManagedObjectID, of part: CombinedPart) throws -> ManagedObjectID {
    guard let number = part.wholeNumbers.element(for: id.entity) else {
      throw StoreError.damaged(path: part.name, reason: "it has a row of an entity \(id.entity) that is none")
    }
    guard isShared(number) else { return ManagedObjectID(entity: number, key: id.key, in: identity) }
    return ManagedObjectID(entity: number, key: try combined(key: id.key, of: part), in: identity)
  }

  /// Returns the keys that a store has reserved as those of the combined store.
  func combined(_ keys: Range<Int64>, entity: EntityNumber, of part: CombinedPart) throws -> Range<Int64> {
    guard isShared(entity), !keys.isEmpty else { return keys }
    let (first, last) = try (
      combined(key: keys.lowerBound, of: part), combined(key: keys.upperBound - 1, of: part)
    )
    return first..<last + 1
  }

  private func combined(key: Int64, of part: CombinedPart) throws -> Int64 {
    guard let combined = CombinedKey.combined(key, store: part.index) else {
      throw StoreError.damaged(path: part.name, reason: "its key \(key) is larger than any that is given out")
    }
    return combined
  }

  // MARK: Values and rows

  func own(_ value: PropertyValue, in part: CombinedPart) -> PropertyValue {
    value.reference.map { .reference(own($0, in: part)) } ?? value
  }

  func combined(_ value: PropertyValue, of part: CombinedPart) throws -> PropertyValue {
    try value.reference.map { .reference(try combined($0, of: part)) } ?? value
  }

  func own(_ row: Row, in part: CombinedPart) -> Row {
    Row(id: own(row.id, in: part), version: row.version, values: row.values.map { own($0, in: part) })
  }

  func combined(_ row: Row, of part: CombinedPart) throws -> Row {
    Row(
      id: try combined(row.id, of: part), version: row.version,
      values: try row.values.map { try combined($0, of: part) })
  }

  /// Returns IDs by their stores; those that no store can have are left out.
  func grouped(_ ids: [ManagedObjectID]) -> [(part: CombinedPart, ids: [ManagedObjectID])] {
    var groups: [Int: [ManagedObjectID]] = [:]
    for id in ids {
      guard let part = part(of: id) else { continue }
      groups[part.index, default: []].append(own(id, in: part))
    }
    return groups.sorted { $0.key < $1.key }.map { (parts[$0.key], $0.value) }
  }

  // MARK: Queries

  /// Returns a query for a store that has its entity.
  func own(_ query: StoreQuery, in part: CombinedPart) -> StoreQuery {
    var own = query
    own.entity = part.numbers[query.entity] ?? query.entity
    own.predicate = query.predicate.map { self.own($0, in: part) }
    own.order = query.order.map { order in
      order.replacingListedKeys { key in
        let isOther = isShared(query.entity) && CombinedKey.store(key) != part.index
        return isOther ? nil : self.own(key: key, of: query.entity, in: part)
      }
    }
    if let start = query.start {
      own.start = StoreQuery.Start(
        keys: zip(query.order, start.keys).map { self.own(sortKey: $1, of: $0, query.entity, in: part) },
        id: self.own(start.id, in: part), isBackward: start.isBackward)
    }
    return own
  }

  /// Returns the sort key of a row as its store has it: that of an object is the key of its row.
  private func own(
    sortKey: PropertyValue, of order: FetchOrder, _ entity: EntityNumber, in part: CombinedPart
  ) -> PropertyValue {
    // The place in a list is no key of a row.
    guard case .integer(let key) = sortKey, order.places == nil,
      let destination = destination(of: order.path, from: entity)
    else { return own(sortKey, in: part) }
    return .integer(own(key: key, of: destination, in: part))
  }

  /// Returns the entity of the object at the end of a key path, or `nil` for other paths.
  ///
  /// Returns `nil` for an invalid path as well, which the store refuses.
  private func destination(of path: String, from entity: EntityNumber) -> EntityNumber? {
    switch (try? model.resolve(path, from: model[entity]))?.end {
    case .reference(_, let destination), .object(let destination): destination.number
    case .attribute, .count, nil: nil
    }
  }

  private func own(_ predicate: FetchPredicate, in part: CombinedPart) -> FetchPredicate {
    predicate.replacing { leaf in
      switch leaf {
      case .value(let value): .value(own(value, in: part))
      case .values(let values): .values(values.map { own($0, in: part) })
      default: leaf
      }
    }
  }

  /// Finds a relationship of a row that leads to a row in another store.
  ///
  /// - Throws: ``CombinedStoreError/crossesStores(entity:relationship:)``.
  func refuseCrossing(_ row: Row, _ slots: some Sequence<Slot>, from part: CombinedPart) throws {
    let entity = model.entity(of: row.id)
    for slot in slots {
      guard let id = row.values[slot].reference, let other = self.part(of: id), other.index != part.index
      else { continue }
      throw CombinedStoreError.crossesStores(entity: entity.name, relationship: entity.name(ofSlot: slot))
    }
  }
}
