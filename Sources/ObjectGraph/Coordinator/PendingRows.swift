internal import ObjectModel
internal import ObjectStore
import Synchronization

/// Rows that saves have published and that the store has not committed yet.
///
/// Every context of the coordinator overlays them on the rows that it reads. So a published change is visible
/// immediately, and a read never waits for the writer. A mutex guards them, which is held for lookups only.
final class PendingRows: Sendable {
  /// The published state of a row: its new state, or nil for a deletion.
  typealias State = Row?

  private struct Entry {
    var state: State
    var save: Int
  }

  private struct Contents {
    var entries: [EntityNumber: [ManagedObjectID: Entry]] = [:]
    var lastSave = 0
  }

  private let contents: Mutex<Contents>
  /// The pending rows that apply to rows without an entry here.
  private let beneath: PendingRows?

  init() {
    contents = Mutex(Contents())
    beneath = nil
  }

  private init(_ contents: Contents) {
    self.contents = Mutex(contents)
    beneath = nil
  }

  /// Overlays states of rows on other pending rows.
  init(_ states: [ManagedObjectID: State], over beneath: PendingRows) {
    var contents = Contents()
    for (id, state) in states {
      contents.entries[id.entity, default: [:]][id] = Entry(state: state, save: 0)
    }
    self.contents = Mutex(contents)
    self.beneath = beneath
  }

  /// The states of all rows with an entry here, without those beneath.
  var states: [ManagedObjectID: State] {
    contents.withLock { contents in
      var states: [ManagedObjectID: State] = [:]
      for (id, entry) in contents.entries.values.joined() { states[id] = .some(entry.state) }
      return states
    }
  }

  /// Returns a copy that does not follow later changes.
  func copy() -> PendingRows { PendingRows(contents.withLock { $0 }) }

  /// Publishes the changes of a save, and returns the number of the save.
  func publish(_ changes: RowChanges) -> Int {
    contents.withLock { contents in
      contents.lastSave += 1
      let save = contents.lastSave
      func put(_ id: ManagedObjectID, _ state: State) {
        contents.entries[id.entity, default: [:]][id] = Entry(state: state, save: save)
      }
      for row in changes.inserted { put(row.id, row.saved) }
      for update in changes.updated { put(update.row.id, update.row.saved) }
      for row in changes.deleted { put(row.id, nil) }
      return save
    }
  }

  /// Removes the entries of a save, except for rows that a later save has changed again.
  func retire(_ save: Int, ids: some Sequence<ManagedObjectID>) {
    contents.withLock { contents in
      for id in ids where contents.entries[id.entity]?[id]?.save == save {
        contents.entries[id.entity]?[id] = nil
      }
    }
  }

  /// Removes the entries of rows, whatever save they belong to, and returns their states.
  func removeStates(of ids: some Sequence<ManagedObjectID>) -> [ManagedObjectID: State] {
    contents.withLock { contents in
      var states: [ManagedObjectID: State] = [:]
      for id in ids {
        guard let entry = contents.entries[id.entity]?.removeValue(forKey: id) else { continue }
        states[id] = .some(entry.state)
      }
      return states
    }
  }

  /// Replaces the published changes of a save; rows that later saves have changed stay.
  func replace(_ save: Int, ids: some Sequence<ManagedObjectID>, by changes: RowChanges) {
    contents.withLock { contents in
      let published = Set(ids)
      let current = published.filter { contents.entries[$0.entity]?[$0]?.save == save }
      for id in current { contents.entries[id.entity]?[id] = nil }
      func put(_ id: ManagedObjectID, _ state: State) {
        guard current.contains(id) || !published.contains(id),
          contents.entries[id.entity]?[id]?.save ?? 0 <= save
        else { return }
        contents.entries[id.entity, default: [:]][id] = Entry(state: state, save: save)
      }
      for row in changes.inserted { put(row.id, row.saved) }
      for update in changes.updated { put(update.row.id, update.row.saved) }
      for row in changes.deleted { put(row.id, nil) }
    }
  }

  /// Removes the entry of a row if its version is older than `version`.
  func supersede(_ id: ManagedObjectID, version: Int64) {
    contents.withLock { contents in
      guard let entry = contents.entries[id.entity]?[id], let row = entry.state, row.version < version
      else { return }
      contents.entries[id.entity]?[id] = nil
    }
  }

  /// Returns the published state of a row, or nil if it has none and the row in the store applies.
  func state(of id: ManagedObjectID) -> State? {
    let entry = contents.withLock { $0.entries[id.entity]?[id] }
    return entry.map { .some($0.state) } ?? beneath?.state(of: id)
  }

  /// Returns the IDs of the entity that have entries.
  func ids(ofEntity entity: EntityNumber) -> [ManagedObjectID] {
    contents.withLock { contents in contents.entries[entity].map { Array($0.keys) } ?? [] }
      + (beneath?.ids(ofEntity: entity) ?? [])
  }
}
