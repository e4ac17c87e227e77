import PhotoLibrary

/// A change that moves files, for an undo or another move that is asked for before it was made.
final class MovingChange {
  /// The relation of the change to those before it.
  let kind: WaitingChange.Kind
  /// The changes that could be undone and redone immediately after it; nil if it was not made, or was taken back.
  var history: ChangeHistory?
  /// The number of changes that were made since it was asked for, without those that were undone.
  var laterChanges = 0

  /// Creates a change that was asked for.
  init(_ kind: WaitingChange.Kind = .edit) { self.kind = kind }
}
