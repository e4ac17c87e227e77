/// What can be undone and redone in a context.
///
/// Each event (see ``ManagedObjectContext/processPendingChanges()``) that changed objects makes a group, or each
/// ``ManagedObjectContext/undoable(_:_:)``, which gives it a name. Groups hold values, not actions: undoing puts
/// back exactly what was there, also after a save; what others changed in between stays. Belongs to the isolation
/// of its context.
///
/// A child has a history of its own; what it saves is one event of the parent.
public final class UndoHistory {
  /// How many groups are kept; the oldest are forgotten, at once when the number gets smaller.
  ///
  /// `Int.max` keeps all (Core Data's 0 does; here it keeps none).
  public var levels: Int { didSet { trim() } }
  /// Called when there is another group to be undone or redone, or none any more, or another name.
  public var didChange: (() -> Void)?
  var undoable: [UndoGroup] = [] { didSet { didChange?() } }
  var redoable: [UndoGroup] = [] { didSet { didChange?() } }
  /// Where the group that is being closed goes.
  var destination = Destination.edit
  /// The name for the group that is being recorded.
  var name: String?
  /// How many ``ManagedObjectContext/undoable(_:_:)`` are open.
  var depth = 0
  /// Tells the events that are slices of one, and are undone together, from others.
  var series: Int?
  /// How many ``ManagedObjectContext/withoutUndo(_:)`` are open.
  var suspensions = 0

  enum Destination {
    case edit
    case undo
    case redo
  }

  /// Makes an empty history.
  public init(levels: Int = 100) { self.levels = levels }

  /// Whether there is something to undo.
  public var canUndo: Bool { !undoable.isEmpty }
  /// Whether there is something to redo.
  public var canRedo: Bool { !redoable.isEmpty }
  /// The name of what would be undone; nil when there is nothing or it has no name.
  public var undoName: String? { undoable.last?.name }
  /// The name of what would be redone; nil when there is nothing or it has no name.
  public var redoName: String? { redoable.last?.name }

  /// Whether something is being undone, for observers and hooks.
  public var isUndoing: Bool { destination == .undo }
  /// Whether something is being done again, for observers and hooks.
  public var isRedoing: Bool { destination == .redo }
  /// How many groups are open, one within the other.
  public var groupingLevel: Int { depth }
  /// Whether changes are recorded: not within ``ManagedObjectContext/withoutUndo(_:)``.
  public var isRecording: Bool { suspensions == 0 }

  /// Forgets everything.
  public func removeAll() {
    undoable.removeAll()
    redoable.removeAll()
  }

  /// Lets everything that is about a row be about another one.
  func replace(_ old: ManagedObjectID, by new: ManagedObjectID) {
    for index in undoable.indices { undoable[index].replace(old, by: new) }
    for index in redoable.indices { redoable[index].replace(old, by: new) }
  }

  /// Lets undoing a deletion bring back what another context has made of the row since.
  func rebase(deletionOf id: ManagedObjectID, from base: [PropertyValue], to row: [PropertyValue]) {
    guard let (group, change) = lastDeletion(of: id) else { return }
    undoable[group].changes[change].before.rebase(from: base, to: row)
  }

  /// Lets undoing a deletion also undo what the delete rules did later to rows of other contexts.
  func extend(deletionOf id: ManagedObjectID, by changes: [UndoGroup.Change]) {
    guard let (group, _) = lastDeletion(of: id), !changes.isEmpty else { return }
    undoable[group].changes += changes
  }

  /// The place of the last deletion of an object.
  private func lastDeletion(of id: ManagedObjectID) -> (group: Int, change: Int)? {
    for (group, entry) in undoable.enumerated().reversed() {
      if let change = entry.changes.lastIndex(where: { $0.id == id }) {
        return entry.changes[change].after.values == nil ? (group, change) : nil
      }
    }
    return nil
  }

  func add(_ group: UndoGroup) {
    switch destination {
    case .edit:
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

/// How objects were before and after an event.
struct UndoGroup {
  /// How an object was.
  enum State: Hashable {
    /// It was not there, or deleted.
    case absent
    /// It held these values.
    case present([PropertyValue], version: Int64)
  }

  struct Change {
    var id: ManagedObjectID
    var before: State
    var after: State
  }

  var name: String?
  var changes: [Change]
  var series: Int?

  mutating func replace(_ old: ManagedObjectID, by new: ManagedObjectID) {
    for index in changes.indices where changes[index].id == old { changes[index].id = new }
  }

  /// The changes with one for each object, where several events have made the group.
  var settledChanges: [Change] {
    guard series != nil else { return changes }
    let byID = Dictionary(changes.map { ($0.id, $0) }) { earlier, later in
      Change(id: earlier.id, before: earlier.before, after: later.after)
    }
    return byID.values.sorted { $0.id < $1.id }
  }
}
