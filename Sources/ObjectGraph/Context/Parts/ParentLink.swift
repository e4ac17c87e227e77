internal import ObjectModel

/// The connection of a child context to its parent.
final class ParentLink {
  /// The context from which the child reads and into which it saves; for a parent in another isolation, its
  /// stand-in.
  let parent: ManagedObjectContext
  /// Changes of a parent in another isolation; `nil` without such a parent.
  let distantChanges: ParentChanges?
  /// The observation of the parent, while changes are merged automatically.
  private var observation: ContextObservation?
  /// The rows that the child is saving into the parent.
  ///
  /// The notification of the parent about them is not merged.
  private(set) var beingSaved: Set<ManagedObjectID> = []

  init(to parent: ManagedObjectContext, _ distantChanges: ParentChanges?) {
    self.parent = parent
    self.distantChanges = distantChanges
  }

  /// A Boolean value that indicates whether changes of the parent are merged automatically.
  var isFollowing: Bool { distantChanges?.isWanted ?? (observation != nil) }

  /// Begins or ends merging changes of the parent automatically.
  func follow(_ isWanted: Bool, _ merge: @escaping (ContextChanges) -> Void) {
    if let distantChanges { return distantChanges.isWanted = isWanted }
    guard isWanted != isFollowing else { return }
    observation = isWanted ? parent.observe(merge) : nil
  }

  /// Lets the parent process rows that the child saved into it.
  func processSaved(_ ids: [ManagedObjectID]) {
    beingSaved = Set(ids)
    parent.processPendingChanges()
    beingSaved = []
  }
}
