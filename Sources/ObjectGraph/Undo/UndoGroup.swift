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
  private(set) var changes: [Change]
  let series: Int?
  /// The index of the last change of each object, from the first look-up on.
  private var lastIndices: [ManagedObjectID: Int]?

  init(name: String?, changes: [Change], series: Int?) {
    (self.name, self.changes, self.series) = (name, changes, series)
  }

  /// The changes of the group, combined into one per object if the group consists of several events.
  var netChanges: [Change] { series == nil ? changes : Self.net(changes) }

  /// Returns the index of the last change of an object, or nil if the group has none.
  ///
  /// - Complexity: O(*n*) in the number of changes at the first call, later O(1).
  mutating func lastIndex(of id: ManagedObjectID) -> Int? {
    if lastIndices == nil {
      lastIndices = Dictionary(changes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    }
    return lastIndices?[id]
  }

  /// Adds the changes of a later event of the series.
  mutating func append(_ later: [Change]) {
    if lastIndices != nil {
      for (index, change) in zip(changes.count..., later) { lastIndices?[change.id] = index }
    }
    changes += later
  }

  /// Adds changes, at most one per object, that belong to the event of the group.
  ///
  /// Of several changes of an object, which a series can have, the last one precedes the added change.
  ///
  /// - Complexity: O(*n*) in the number of added changes, after the first look-up. A merge can extend a deletion of many
  ///   objects once for each of them.
  mutating func extend(by later: [Change]) {
    for change in later {
      if let index = lastIndex(of: change.id) {
        changes[index] = changes[index].followed(by: change)
      } else {
        append([change])
      }
    }
  }

  /// Updates the values that undoing a change restores by those of another context's commit.
  mutating func rebase(changeAt index: Int, from base: [PropertyValue], to row: [PropertyValue]) {
    changes[index].before.rebase(from: base, to: row)
  }

  /// Replaces the IDs of objects, and returns whether the group has one of them.
  mutating func replaceIDs(by new: [ManagedObjectID: ManagedObjectID]) -> Bool {
    let places = changes.indices.filter { new[changes[$0].id] != nil }
    for place in places { changes[place].id = new[changes[place].id] ?? changes[place].id }
    if !places.isEmpty { lastIndices = nil }
    return !places.isEmpty
  }

  /// Returns changes combined into one per object, in the order of the IDs.
  private static func net(_ changes: [Change]) -> [Change] {
    let byID = Dictionary(changes.map { ($0.id, $0) }) { $0.followed(by: $1) }
    return byID.values.sorted { $0.id < $1.id }
  }
}
