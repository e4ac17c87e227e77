/// What can be undone and redone in a context.
///
/// Each event (see ``ManagedObjectContext/processPendingChanges()``) that changed objects makes a group, or each
/// ``ManagedObjectContext/undoable(_:_:)``, which gives it a name. Groups hold values, not actions: undoing puts
/// back exactly what was there, also after a save; what others changed in between stays. Belongs to the isolation
/// of its context.
public final class UndoHistory {
  /// How many groups are kept; the oldest are forgotten.
  public let levels: Int
  var undoable: [UndoGroup] = []
  var redoable: [UndoGroup] = []
  /// Where the group that is being closed goes.
  var destination = Destination.edit
  /// The name for the group that is being recorded.
  var name: String?
  /// How many ``ManagedObjectContext/undoable(_:_:)`` are open.
  var depth = 0

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

  func add(_ group: UndoGroup) {
    switch destination {
    case .edit:
      redoable.removeAll()
      undoable.append(group)
      if undoable.count > levels { undoable.removeFirst(undoable.count - levels) }
    case .redo: undoable.append(group)
    case .undo: redoable.append(group)
    }
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

  mutating func replace(_ old: ManagedObjectID, by new: ManagedObjectID) {
    for index in changes.indices where changes[index].id == old { changes[index].id = new }
  }
}
