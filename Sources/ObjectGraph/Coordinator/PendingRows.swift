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
    /// The last save that contains the row.
    var save: Int
    /// The save that inserts the row; `nil` for a row that the saves update or delete.
    var insertion: Int?
  }

  private struct Contents {
    var entries: [EntityNumber: [ManagedObjectID: Entry]] = [:]
    var lastSave = 0

    /// Sets the entries of a save.
    mutating func put(_ changes: RowChanges, of save: Int, where isIncluded: (ManagedObjectID) -> Bool) {
      for row in changes.inserted where isIncluded(row.id) {
        entries[row.id.entity, default: [:]][row.id] = Entry(state: row.saved, save: save, insertion: save)
      }
      for row in changes.updated.lazy.map(\.row.saved) where isIncluded(row.id) {
        let insertion = entries[row.id.entity]?[row.id]?.insertion
        entries[row.id.entity, default: [:]][row.id] = Entry(state: row, save: save, insertion: insertion)
      }
      for row in changes.deleted where isIncluded(row.id) {
        entries[row.id.entity, default: [:]][row.id] = Entry(state: nil, save: save)
      }
    }
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

  /// Overlays states of rows on other pending rows, whatever the store has.
  init(_ states: [ManagedObjectID: State], over beneath: PendingRows) {
    var contents = Contents()
    for (id, state) in states {
      contents.entries[id.entity, default: [:]][id] = Entry(
        state: state, save: 0, insertion: state.map { _ in 0 })
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
      contents.put(changes, of: contents.lastSave, where: { _ in true })
      return contents.lastSave
    }
  }

  /// Removes the entries of a save, except for rows that a later save has changed again.
  func retire(_ save: Int, ids: some Sequence<ManagedObjectID>) {
    contents.withLock { contents in
      for id in ids {
        guard let entry = contents.entries[id.entity]?[id] else { continue }
        if entry.save == save {
          contents.entries[id.entity]?[id] = nil
        } else if entry.insertion == save {
          contents.entries[id.entity]?[id]?.insertion = nil
        }
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

  /// Removes the entries of a save, except for rows that a later save has changed again, and returns their states.
  ///
  /// - Complexity: O(*n*) in the number of rows with entries.
  func removeStates(ofSave save: Int) -> [ManagedObjectID: State] {
    contents.withLock { contents in
      var states: [ManagedObjectID: State] = [:]
      for (id, entry) in contents.entries.values.joined() where entry.save == save {
        states[id] = .some(entry.state)
      }
      for id in states.keys { contents.entries[id.entity]?[id] = nil }
      return states
    }
  }

  /// Replaces the published changes of a save; rows that later saves have changed stay.
  func replace(_ number: Int, ids: some Sequence<ManagedObjectID>, by changes: RowChanges) {
    contents.withLock { contents in
      func save(of id: ManagedObjectID) -> Int { contents.entries[id.entity]?[id]?.save ?? 0 }
      let published = Set(ids)
      let current = published.filter { save(of: $0) == number }
      let rows = Set(changes.ids)
      let included = rows.filter { current.contains($0) || !published.contains($0) && save(of: $0) <= number }
      for id in current.subtracting(rows) { contents.entries[id.entity]?[id] = nil }
      contents.put(changes, of: number, where: included.contains)
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

  /// Returns a Boolean value that indicates whether a pending save inserts a row, which the store need not have.
  func inserts(_ id: ManagedObjectID) -> Bool {
    let entry = contents.withLock { $0.entries[id.entity]?[id] }
    return entry.map { $0.insertion != nil } ?? beneath?.inserts(id) ?? false
  }

  /// Returns the IDs of the entity that have entries.
  func ids(ofEntity entity: EntityNumber) -> [ManagedObjectID] {
    contents.withLock { contents in contents.entries[entity].map { Array($0.keys) } ?? [] }
      + (beneath?.ids(ofEntity: entity) ?? [])
  }
}
