/// A change of the library that waits until its server answers.
struct WaitingChange {
  /// The relation of a change to those before it.
  enum Kind {
    case edit
    /// Takes the newest of them back, whichever it is then.
    case undo
    /// Makes the one again that was undone last.
    case redo
  }

  let kind: Kind
  /// The name of the change, as “deleting “Pier””.
  let name: String
  /// The reason why it waits.
  let reason: any Error
  /// The number of undoable changes that were made before.
  let earlierChanges: Int
  /// Makes the change.
  let work: () async throws -> Void
  /// Handles an error of the change.
  let fail: (any Error) -> Void
}
