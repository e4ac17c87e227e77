import ObjectGraph

extension ManagedObjectContext {
  /// Returns the objects of IDs with their values in the order of the IDs, without those that were deleted meanwhile.
  ///
  /// - Throws: The errors of the store.
  func fetchOrdered<Object: ManagedObject>(
    _ type: Object.Type, _ ids: some Collection<ManagedObjectID>
  ) throws -> [Object] {
    let found = try fetch(FetchRequest<Object>(where: .isOne(of: ids)))
    let objects = Dictionary(found.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { objects[$0] }
  }
}

extension [ManagedObjectID] {
  /// The IDs in parts of the size in which commands read rows.
  var readingParts: [ArraySlice<ManagedObjectID>] {
    stride(from: 0, to: count, by: 500).map { self[$0...].prefix(500) }
  }
}
