package import ObjectModel

extension InMemoryRows {
  /// The rows of an entity by their keys, without those of entities that descend from it.
  package func rows(ofEntity number: EntityNumber) -> [Row] {
    self[number].rows.values.filter { $0.id.entity == number }.sorted { $0.id < $1.id }
  }

  /// Returns a Boolean value that indicates whether a row of the inheritance tree has the key of the ID.
  func isUsed(_ id: ManagedObjectID) -> Bool {
    model.family(of: model.root(of: id.entity)).contains { self[$0].rows[id.key] != nil }
  }

  /// Returns the next unused key of an entity.
  package func nextKey(ofEntity number: EntityNumber) -> Int64 { self[number].nextKey }
}
