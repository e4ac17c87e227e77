/// A change of the library that waits until its server answers.
struct WaitingChange {
  /// The name of the change, as “deleting “Pier””.
  let name: String
  /// The reason why it waits.
  let reason: any Error
  /// The number of undoable changes that were made before.
  let earlierChanges: Int
  /// Makes the change.
  let work: () throws -> Void
  /// Handles an error of the change.
  let fail: (any Error) -> Void
}
