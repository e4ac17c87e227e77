import ObjectGraph

/// The rows that follow an undo or a redo which moves files, read before it.
struct FollowedRows {
  /// The files that were moved.
  let moved: [(file: MovedFile, row: LocalFile)]
  /// The files that stay.
  let left: [(file: MovePlan.File, row: LocalFile)]
  /// The rows that another program has given other photos since the moves were planned, with the places that they keep.
  let kept: [(row: LocalFile, place: FolderPlace)]
  /// The rows at places where files of others are now.
  let others: [LocalFile]
  /// The reasons why files stay, each as a sentence.
  let problems: [String]
  /// Objects that are read, and must stay at hand.
  let read: [ManagedObject]

  /// The places where the files are now.
  var places: Set<FolderPlace> {
    Set(moved.map(\.file.file.destination) + left.map(\.file.place))
  }

  /// The IDs of the rows of the files.
  var ids: Set<ManagedObjectID> { Set(moved.map(\.row.objectID) + left.map(\.row.objectID)) }
}
