internal import ObjectModel

/// The states of objects before the current event, for undo.
///
/// An event begins with its first change, and ends when changes are processed.
struct EventRecorder {
  private var states: [ManagedObjectID: UndoGroup.State] = [:]
  /// The values with which changed objects were last saved during the event, as others have changed them since.
  private var savedValues: [ManagedObjectID: [PropertyValue]] = [:]
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
  mutating func removeAll() {
    states.removeAll()
    savedValues.removeAll()
  }

  /// Records the values with which an object is saved during the event.
  mutating func recordSave(_ id: ManagedObjectID, _ values: [PropertyValue]?) {
    if states[id] != nil { savedValues[id] = values }
  }

  /// Records the state of an object before a merge of another context's commit.
  mutating func rebase(_ id: ManagedObjectID, from base: [PropertyValue], to row: [PropertyValue]) {
    states[id]?.rebase(from: base, to: row)
    if savedValues[id] != nil { savedValues[id] = row }
  }

  /// Records the state of an object without unsaved values before a merge of another context's commit.
  ///
  /// The store has the values of the last save during the event, or those before it.
  mutating func rebase(storedObject id: ManagedObjectID, to row: [PropertyValue]) {
    if let base = savedValues[id] ?? states[id]?.values { rebase(id, from: base, to: row) }
  }
}
