import Synchronization

/// Rows that a save has published but the store has not committed yet.
///
/// Every context of the coordinator lays them over what it reads, so that a saved change is seen at once and a
/// read never waits for the write. Guarded by a mutex, which is held for look-ups only.
final class PendingRows: Sendable {
  /// What is laid over a row of the store: its new state, or nil for a row that was deleted.
  typealias State = Row?

  private struct Entry {
    var state: State
    var save: Int
  }

  private struct Contents {
    var entries: [Int: [ManagedObjectID: Entry]] = [:]
    var lastSave = 0
  }

  private let contents: Mutex<Contents>
  /// What counts for rows of which nothing is known here.
  private let beneath: PendingRows?

  init() {
    contents = Mutex(Contents())
    beneath = nil
  }

  private init(_ contents: Contents) {
    self.contents = Mutex(contents)
    beneath = nil
  }

  /// Lays states of rows over what others have published.
  init(_ states: [ManagedObjectID: State], over beneath: PendingRows) {
    var contents = Contents()
    for (id, state) in states {
      contents.entries[id.entity, default: [:]][id] = Entry(state: state, save: 0)
    }
    self.contents = Mutex(contents)
    self.beneath = beneath
  }

  /// All that is known here.
  var states: [ManagedObjectID: State] {
    contents.withLock { contents in
      var states: [ManagedObjectID: State] = [:]
      for (id, entry) in contents.entries.values.joined() { states[id] = .some(entry.state) }
      return states
    }
  }

  /// What is laid over the store now, whatever comes later.
  func copy() -> PendingRows { PendingRows(contents.withLock { $0 }) }

  /// Lays what a save changes over the store, and returns the save's number.
  func publish(_ changes: StoreChanges) -> Int {
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

  /// Takes away what the save laid over the store, except for rows that a later save has changed again.
  func retire(_ save: Int, ids: some Sequence<ManagedObjectID>) {
    contents.withLock { contents in
      for id in ids where contents.entries[id.entity]?[id]?.save == save {
        contents.entries[id.entity]?[id] = nil
      }
    }
  }

  /// Lays other changes over the store than a save published; what others have changed since stays.
  func replace(_ save: Int, ids: some Sequence<ManagedObjectID>, by changes: StoreChanges) {
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

  /// Takes away what is laid over a row in an older version than `version`.
  func supersede(_ id: ManagedObjectID, version: Int64) {
    contents.withLock { contents in
      guard let entry = contents.entries[id.entity]?[id], let row = entry.state, row.version < version
      else { return }
      contents.entries[id.entity]?[id] = nil
    }
  }

  /// What is laid over the row; nil when nothing is, so that the store's row counts.
  func state(of id: ManagedObjectID) -> State? {
    let entry = contents.withLock { $0.entries[id.entity]?[id] }
    return entry.map { .some($0.state) } ?? beneath?.state(of: id)
  }

  /// The IDs of the entity over whose rows something is laid.
  func ids(ofEntity entity: Int) -> [ManagedObjectID] {
    contents.withLock { contents in contents.entries[entity].map { Array($0.keys) } ?? [] }
      + (beneath?.ids(ofEntity: entity) ?? [])
  }
}

extension Row {
  /// The row as it is once it has been written.
  var saved: Row { Row(id: id, version: version &+ 1, values: values) }
}
