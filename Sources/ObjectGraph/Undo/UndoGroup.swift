internal import ObjectModel

/// The states of objects before and after an event.
struct UndoGroup {
  /// A recorded state of an object.
  enum State: Hashable {
    /// The object did not exist, or was deleted.
    case absent
    /// The object had these values.
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

  /// The changes of the group, combined into one per object if the group consists of several events.
  var netChanges: [Change] {
    guard series != nil else { return changes }
    let byID = Dictionary(changes.map { ($0.id, $0) }) { earlier, later in
      Change(id: earlier.id, before: earlier.before, after: later.after)
    }
    return byID.values.sorted { $0.id < $1.id }
  }
}
