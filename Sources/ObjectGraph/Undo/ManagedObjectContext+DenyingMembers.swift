internal import ObjectModel

extension ManagedObjectContext {
  /// Reads the destinations of deny relationships for all owners at once.
  ///
  /// Every result of the store is merged with all unsaved changes. Reading owner by owner would therefore
  /// take quadratic time.
  ///
  /// - Returns: The owners, which keep the destinations registered.
  func readDenyingMembers(of ids: [ManagedObjectID]) -> [ManagedObject] {
    let owners = ids.map(object(with:)).filter { !$0.isDeleted }
    for (number, owners) in Dictionary(grouping: owners, by: \.objectID.entity) {
      guard let entity = model.entity(numbered: number) else { continue }
      let names = entity.toManyRelationships.filter { $0.deleteRule == .deny }.map(\.name)
      // A relationship that cannot be read here is read again for each owner.
      _ = try? Prefetching(names, of: entity, in: model).read(from: owners, in: self)
    }
    return owners
  }
}
