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

    /// Returns the change from the state before this change to the state after a later one of the same object.
    ///
    /// What others have changed between them stays.
    func followed(by later: Change) -> Change {
      var before = before
      if let base = after.values, let row = later.before.values {
        before.rebase(from: base, to: row)
        // A row that is inserted again continues from its last version.
        if let values = before.values {
          before = .present(values, version: max(before.version, later.before.version))
        }
      }
      return Change(id: id, before: before, after: later.after)
    }
  }

  var name: String?
  var changes: [Change]
  var series: Int?

  /// The changes of the group, combined into one per object if the group consists of several events.
  var netChanges: [Change] { series == nil ? changes : Self.net(changes) }

  /// Adds changes, at most one per object, that belong to the event of the group.
  ///
  /// - Complexity: O(*n*) in the number of changes. A merge can extend a deletion of many objects once for each of them.
  mutating func extend(by later: [Change]) {
    var rest = Dictionary(uniqueKeysWithValues: later.map { ($0.id, $0) })
    // Of several changes of an object, which a series can have, the last one precedes the added change.
    for index in changes.indices.reversed() {
      if rest.isEmpty { break }
      guard let change = rest.removeValue(forKey: changes[index].id) else { continue }
      changes[index] = changes[index].followed(by: change)
    }
    changes += later.filter { rest[$0.id] != nil }
  }

  /// Returns changes combined into one per object, in the order of the IDs.
  private static func net(_ changes: [Change]) -> [Change] {
    let byID = Dictionary(changes.map { ($0.id, $0) }) { $0.followed(by: $1) }
    return byID.values.sorted { $0.id < $1.id }
  }
}
