internal import ObjectModel
internal import ObjectStore

/// The states of rows in a published save that has failed.
struct TakenBackStates {
  /// The rows by ID; `nil` for deleted ones.
  let rows: [ManagedObjectID: Row?]
  /// The number of the context that published them.
  let origin: Int

  /// The changes of other contexts from these states to the stored ones.
  var changes: ExternalChanges {
    var changes = ExternalChanges()
    for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
      if let row { changes.deleted.append(row) } else { changes.inserted.append(id) }
    }
    return changes
  }
}
