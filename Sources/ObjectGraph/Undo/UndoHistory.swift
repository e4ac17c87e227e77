internal import ObjectModel

/// The undo and redo groups of a context.
///
/// Each event (see ``ManagedObjectContext/processPendingChanges()``) that changes objects adds a group. So
/// does each ``ManagedObjectContext/withUndoGroup(named:_:)``, which names the group. Groups hold values, not actions:
/// undoing restores exactly the former values, even after a save, and leaves the changes of other contexts in
/// place. A history belongs to the isolation of its context.
///
/// A child context has its own history; each of its saves is one event of the parent.
public final class UndoHistory {
  /// The maximum number of groups; the oldest ones are removed, immediately when the number is reduced.
  ///
  /// `Int.max` keeps all groups. 0 keeps none, whereas in Core Data it keeps all.
  public var levels: Int { didSet { trim() } }
  /// The closure that is called when the groups to undo or redo change, or their names.
  public var didChange: (() -> Void)?
  var undoable: [UndoGroup] = [] { didSet { didChange?() } }
  var redoable: [UndoGroup] = [] { didSet { didChange?() } }
  /// The number of groups of changes that were recorded since the history was created, whether or not they are still kept.
  ///
  /// It grows exactly when there is something new to undo; undoing and redoing leave it as it is.
  public private(set) var recordedGroups = 0
  /// The destination of the group that is being closed.
  var destination = Destination.edit
  /// The name for the group that is being recorded.
  var name: String?
  /// The number of open undo groups, one within the other.
  var depth = 0
  /// The number of times that a context has replaced this history by another one, which ends the open groups.
  private(set) var replacements = 0
  /// The identifier of a series of events that are slices of one and are undone together.
  var series: Int?
  /// The number of active ``ManagedObjectContext/withoutUndo(_:)`` calls.
  var suspensions = 0

  /// The new IDs of the join rows that the undo or redo in progress has restored.
  var restoredLinks: [ManagedObjectID: ManagedObjectID] = [:]

  enum Destination {
    case edit
    case undo
    case redo
  }

  /// Creates an empty history.
  ///
  /// - Parameter levels: The maximum number of groups.
  public init(levels: Int = 100) { self.levels = levels }

  /// A Boolean value that indicates whether there is a group to undo.
  public var canUndo: Bool { !undoable.isEmpty }
  /// A Boolean value that indicates whether there is a group to redo.
  public var canRedo: Bool { !redoable.isEmpty }
  /// The name of the next group to undo, or nil if there is none or it has no name.
  public var undoName: String? { undoable.last?.name }
  /// The name of the next group to redo, or nil if there is none or it has no name.
  public var redoName: String? { redoable.last?.name }
  /// The names of the groups to undo, the next one first; nil for a group without a name.
  ///
  /// - Complexity: O(*n*) in the number of groups.
  public var undoNames: [String?] { undoable.reversed().map(\.name) }
  /// The names of the groups to redo, the next one first; nil for a group without a name.
  ///
  /// - Complexity: O(*n*) in the number of groups.
  public var redoNames: [String?] { redoable.reversed().map(\.name) }

  /// A Boolean value that indicates whether an undo is in progress, for observers and hooks.
  public var isUndoing: Bool { destination == .undo }
  /// A Boolean value that indicates whether a redo is in progress, for observers and hooks.
  public var isRedoing: Bool { destination == .redo }
  /// The number of open undo groups, one within the other.
  public var groupingLevel: Int { depth }
  /// A Boolean value that indicates whether changes are recorded; `false` within
  /// ``ManagedObjectContext/withoutUndo(_:)``.
  public var isRecording: Bool { suspensions == 0 }

  /// Removes all groups.
  public func removeAll() {
    undoable.removeAll()
    redoable.removeAll()
  }

  /// Ends the open groups, whose changes belong to no group, because the context gets another history.
  func endReplacedGroups() {
    (depth, name, series) = (0, nil, nil)
    replacements += 1
  }

  /// Replaces the IDs of restored join rows in all groups.
  ///
  /// - Complexity: O(*n*) in the number of recorded changes, once for all rows.
  func replaceRestoredLinks() {
    guard !restoredLinks.isEmpty else { return }
    if let groups = replacingRestoredLinks(in: undoable) { undoable = groups }
    if let groups = replacingRestoredLinks(in: redoable) { redoable = groups }
    restoredLinks = [:]
  }

  /// Returns groups with the new IDs of restored join rows, or nil if no group has one of them.
  private func replacingRestoredLinks(in groups: [UndoGroup]) -> [UndoGroup]? {
    var replaced: [UndoGroup]?
    for (index, group) in groups.enumerated() {
      for (place, change) in group.changes.enumerated() {
        guard let new = restoredLinks[change.id] else { continue }
        if replaced == nil { replaced = groups }
        replaced?[index].changes[place].id = new
      }
    }
    return replaced
  }

  /// Updates the values that undoing a deletion restores by those of another context's commit.
  func rebase(deletionOf id: ManagedObjectID, from base: [PropertyValue], to row: [PropertyValue]) {
    changeLastDeletion(of: id) { group, index in group.changes[index].before.rebase(from: base, to: row) }
  }

  /// Extends a deletion by later effects of its delete rules on rows of other contexts, so that they are
  /// undone together.
  func extend(deletionOf id: ManagedObjectID, by changes: [UndoGroup.Change]) {
    guard !changes.isEmpty else { return }
    changeLastDeletion(of: id) { group, _ in group.extend(by: changes) }
  }

  /// Changes the group that has deleted an object, unless the last recorded change of the object is not a deletion.
  ///
  /// Undoing an insertion is a deletion, too. Groups to redo are later than all groups to undo.
  private func changeLastDeletion(of id: ManagedObjectID, _ change: (inout UndoGroup, Int) -> Void) {
    for groups in [\UndoHistory.redoable, \UndoHistory.undoable] {
      for (number, group) in self[keyPath: groups].enumerated().reversed() {
        guard let index = group.changes.lastIndex(where: { $0.id == id }) else { continue }
        if group.changes[index].after.values == nil { change(&self[keyPath: groups][number], index) }
        return
      }
    }
  }

  func add(_ group: UndoGroup) {
    switch destination {
    case .edit:
      recordedGroups += 1
      redoable.removeAll()
      if let series = group.series, undoable.last?.series == series {
        undoable[undoable.count - 1].changes += group.changes
      } else {
        undoable.append(group)
        trim()
      }
    case .redo: undoable.append(group)
    case .undo: redoable.append(group)
    }
  }

  private func trim() {
    let kept = max(0, levels)
    if undoable.count > kept { undoable.removeFirst(undoable.count - kept) }
    if redoable.count > kept { redoable.removeFirst(redoable.count - kept) }
  }
}

@available(*, unavailable)
extension UndoHistory: Sendable {}
