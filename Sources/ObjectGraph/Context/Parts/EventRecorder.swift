internal import ObjectModel

/// The states of objects before the current event, for undo.
///
/// An event begins with its first change, and ends when changes are processed.
struct EventRecorder {
  private var states: [ManagedObjectID: UndoGroup.State] = [:]
  /// A Boolean value that indicates whether changes are recorded, if there is a history.
  ///
  /// Rows of other contexts are not part of an event of this context, which could be undone here. During an
  /// event they are recorded nevertheless, so that the event can be undone as a whole.
  private(set) var isRecording = true

  /// A Boolean value that indicates whether the event has changed nothing yet.
  var isEmpty: Bool { states.isEmpty }

  /// The state of an object before the event; `nil` if the event has not changed the object.
  subscript(id: ManagedObjectID) -> UndoGroup.State? {
    get { states[id] }
    set { states[id] = newValue }
  }

  /// The objects that the event has changed, with their states before.
  var all: [(id: ManagedObjectID, before: UndoGroup.State)] { states.map { ($0.key, $0.value) } }

  /// Records changes from now on only if an event is in progress.
  mutating func beginMerging() { isRecording = !states.isEmpty }

  /// Records all changes again.
  mutating func endMerging() { isRecording = true }

  /// Removes all states, because the event has ended.
  mutating func removeAll() { states.removeAll() }

  /// Records the state of an object before a merge of another context's commit.
  mutating func rebase(_ id: ManagedObjectID, from base: [PropertyValue], to row: [PropertyValue]) {
    states[id]?.rebase(from: base, to: row)
  }
}
