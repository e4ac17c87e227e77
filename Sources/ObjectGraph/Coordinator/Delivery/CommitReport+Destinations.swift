internal import ObjectModel
internal import ObjectStore

extension CommitReport {
  /// Returns the IDs of rows that were merged into other rows, with the rows that finally remained.
  ///
  /// Join rows are not included.
  func destinations(in model: ManagedObjectModel) -> [(ManagedObjectID, ManagedObjectID)] {
    mergedInto.keys.sorted().compactMap { id in destination(of: id, in: model).map { (id, $0) } }
  }

  /// Returns the row into which a row was finally merged.
  func destination(of id: ManagedObjectID, in model: ManagedObjectModel) -> ManagedObjectID? {
    guard !mergedInto.isEmpty, var target = mergedInto[id], !model.isLink(id.entity) else { return nil }
    while let next = mergedInto[target] { target = next }
    return target
  }
}
