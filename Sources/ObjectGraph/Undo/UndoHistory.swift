internal import ObjectModel

/// The undo and redo groups of a context.
///
/// Each event (see ``ManagedObjectContext/processPendingChanges()``), which a fetch ends, adds a group if it changes
/// objects. So does each ``ManagedObjectContext/withUndoGroup(named:_:)``, which names the group. Groups hold values, not actions:
/// undoing restores exactly the former values, even after a save, and leaves the changes of other contexts in
/// place. A history belongs to the isolation of its context.
///
/// A child context has its own history; each of its saves is one event of the parent.
public final class UndoHistory {
  /// The maximum number of groups; the oldest ones are removed, immediately when the number is reduced.
  ///
  /// `Int.max` keeps all groups. 0 keeps none, whereas in Core Data it keeps all.
  public var levels: Int { didSet { if trim() { didChange?() } } }
  /// The closure that is called when the groups to undo or redo change, or their names.
  public var didChange: (() -> Void)?
  /// The groups to undo, the next one last.
  ///
  /// A merge can change a group of many objects once for each of them, which must not copy the group. The functions that
  /// change groups therefore call ``didChange`` themselves.
  private(set) var undoable: [UndoGroup] = []
  /// The groups to redo, the next one last.
  private(set) var redoable: [UndoGroup] = []
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
    didChange?()
  }

  /// Removes the next group to undo and returns it.
  func popUndoable() -> UndoGroup? {
    defer { didChange?() }
    return undoable.popLast()
  }

  /// Removes the next group to redo and returns it.
  func popRedoable() -> UndoGroup? {
    defer { didChange?() }
    return redoable.popLast()
  }

  /// Removes the groups to redo that were added after there were `count` of them.
  func removeRedoable(after count: Int) {
    redoable.removeLast(redoable.count - count)
    didChange?()
  }

  /// Sets the name of the next group to undo, if there is one.
  func renameUndoable(_ name: String) {
    guard let last = undoable.indices.last else { return }
    undoable[last].name = name
    didChange?()
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
    var isChanged = false
    for index in undoable.indices {
      if undoable[index].replaceIDs(by: restoredLinks) { isChanged = true }
    }
    for index in redoable.indices {
      if redoable[index].replaceIDs(by: restoredLinks) { isChanged = true }
    }
    restoredLinks = [:]
    if isChanged { didChange?() }
  }

  /// Updates the values that undoing a deletion restores by those of another context's commit.
  func rebase(deletionOf id: ManagedObjectID, from base: [PropertyValue], to row: [PropertyValue]) {
    changeLastDeletion(of: id) { group, index in group.rebase(changeAt: index, from: base, to: row) }
  }

  /// Extends a deletion by later effects of its delete rules on rows of other contexts, so that they are
  /// undone together.
  func extend(deletionOf id: ManagedObjectID, by changes: [UndoGroup.Change]) {
    guard !changes.isEmpty else { return }
    changeLastDeletion(of: id) { group, _ in group.extend(by: changes) }
  }

  /// Returns the number of the group that has deleted an object, among all groups; nil unless the last recorded change of the
  /// object is a deletion.
  func groupNumber(ofDeletion id: ManagedObjectID) -> Int? {
    lastDeletion(of: id).map { $0.isRedoable ? undoable.count + $0.group : $0.group }
  }

  /// Changes the group that has deleted an object, unless the last recorded change of the object is not a deletion.
  private func changeLastDeletion(of id: ManagedObjectID, _ change: (inout UndoGroup, Int) -> Void) {
    guard let place = lastDeletion(of: id) else { return }
    if place.isRedoable {
      change(&redoable[place.group], place.index)
    } else {
      change(&undoable[place.group], place.index)
    }
    didChange?()
  }

  /// Returns the place of the last recorded change of an object, if that is a deletion.
  ///
  /// Undoing an insertion is a deletion, too. Groups to redo are later than all groups to undo.
  ///
  /// - Complexity: O(*n*) in the number of groups, after the first look-up in each of them.
  private func lastDeletion(of id: ManagedObjectID) -> (isRedoable: Bool, group: Int, index: Int)? {
    for group in redoable.indices.reversed() {
      guard let index = redoable[group].lastIndex(of: id) else { continue }
      return redoable[group].changes[index].after.values == nil ? (true, group, index) : nil
    }
    for group in undoable.indices.reversed() {
      guard let index = undoable[group].lastIndex(of: id) else { continue }
      return undoable[group].changes[index].after.values == nil ? (false, group, index) : nil
    }
    return nil
  }

  func add(_ group: UndoGroup) {
    switch destination {
    case .edit:
      recordedGroups += 1
      redoable.removeAll()
      if let series = group.series, undoable.last?.series == series {
        undoable[undoable.count - 1].append(group.changes)
      } else {
        undoable.append(group)
        trim()
      }
    case .redo: undoable.append(group)
    case .undo: redoable.append(group)
    }
    didChange?()
  }

  /// Removes the oldest groups that are too many, and returns whether there were any.
  @discardableResult
  private func trim() -> Bool {
    let kept = max(0, levels)
    let excess = (max(0, undoable.count - kept), max(0, redoable.count - kept))
    undoable.removeFirst(excess.0)
    redoable.removeFirst(excess.1)
    return excess != (0, 0)
  }
}

@available(*, unavailable)
extension UndoHistory: Sendable {}
