import ObjectGraph

/// The changes of a library that can be undone and redone at a moment.
///
/// It shows later whether the last change is still the one that an undo was meant for.
public struct ChangeHistory: Equatable, Sendable {
  private let recorded: Int?
  private let undoable: Int?
  private let redoable: Int?

  @MainActor init(_ context: ManagedObjectContext) {
    let history = context.undoHistory
    (recorded, undoable) = (history?.recordedGroups, history?.undoNames.count)
    redoable = history?.redoNames.count
  }
}

extension PhotoLibrary {
  /// Returns the changes that can be undone and redone now.
  public func changeHistory() -> ChangeHistory {
    // What was changed before is a group of its own.
    context.processPendingChanges()
    return ChangeHistory(context)
  }

  /// Throws ``LibraryError/changedMeanwhile`` if the changes that can be undone and redone are others than before.
  ///
  /// - Parameter history: Those before; `nil` if nothing can have come in between.
  func requireLast(_ history: ChangeHistory?) throws(LibraryError) {
    if let history, changeHistory() != history { throw .changedMeanwhile }
  }
}
