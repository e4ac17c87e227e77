internal import ObjectModel
public import ObjectStore

extension CommitReport {
  /// The IDs of the objects that the commit wrote.
  public var changes: ContextChanges {
    func objects(_ rows: some Sequence<Row>) -> Set<ManagedObjectID> {
      Set(rows.lazy.map(\.id).filter { $0.entity <= lastEntity })
    }
    return ContextChanges(
      inserted: objects(inserted), updated: objects(updated.lazy.map(\.row)), deleted: objects(deleted))
  }
}
