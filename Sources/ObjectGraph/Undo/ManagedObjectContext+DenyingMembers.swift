extension ManagedObjectContext {
  /// Reads the members of the relationships that deny the deletion of their owner, for all owners at once, and returns
  /// the owners, which hold them.
  ///
  /// Each answer of the store is merged with all unsaved changes: for one owner after the other, that would take time
  /// that grows with the square of their number.
  func readDenyingMembers(of ids: [ManagedObjectID]) -> [ManagedObject] {
    let owners = ids.map(object(with:)).filter { !$0.isDeleted }
    for (number, owners) in Dictionary(grouping: owners, by: \.objectID.entity) {
      guard let entity = model.entity(numbered: number) else { continue }
      let names = entity.toManyRelationships.filter { $0.deleteRule == .deny }.map(\.name)
      // What cannot be read here is asked for again, owner by owner.
      _ = (try? Prefetching(names, of: entity, in: model))?.read(from: owners, in: self)
    }
    return owners
  }
}
