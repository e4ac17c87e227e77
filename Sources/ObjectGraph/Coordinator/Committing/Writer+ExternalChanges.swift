internal import Dispatch
internal import ObjectModel
internal import ObjectStore

/// The work for an ``ExternalChangeFollower`` that must be ordered with the writer's own commits.
extension Writer {
  /// Creates a follower of the store, or nil if the store has no other writers.
  ///
  /// It blocks until the writer's queue is free. No commit of another writer after this call is missed.
  nonisolated func makeFollower() -> ExternalChangeFollower? {
    executor.queue.sync { assumeIsolated { try? $0.openFollower() } }
  }

  private func openFollower() throws -> ExternalChangeFollower? {
    guard let store = store as? any SharedStore, let detector = try detector() else { return nil }
    let follower = try ExternalChangeFollower(
      writer: self, reader: store.makeExternalChangeReader(for: detector))
    follower.start()
    self.follower = follower
    detector.onAnnouncement { [weak follower] in follower?.lookSoon() }
    return follower
  }

  /// Returns a Boolean value that indicates whether other writers have committed since the last call.
  func otherWritersCommitted() throws -> Bool {
    try detector()?.otherWritersCommitted() ?? false
  }

  /// Returns a Boolean value that indicates whether the store has announced a commit of another writer.
  func announcedCommit() throws -> Bool { try detector()?.announcedCommit() ?? false }

  /// Returns whether the store's writer has committed much work of its own since the last call.
  func committedOwnWork() throws -> Bool { try detector()?.committedOwnWork() ?? false }

  /// Advances the follower to a state between two commits of this writer.
  func advance(_ follower: ExternalChangeFollower) throws { try follower.advance() }

  /// Announces the current state of rows that other writers changed, after this writer's commits that it
  /// includes.
  func announce(_ changes: ExternalChanges) throws {
    let former = changes.updated + changes.deleted
    let partly = Set(changes.former.map(\.id))
    let rows = try reader().rows(changes.inserted + former.map(\.id) + partly)
    let present = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var report = CommitReport()
    report.isExternal = true
    report.lastEntity = EntityNumber(store.model.entities.count)
    report.rows.inserted = changes.inserted.compactMap { present[$0] }
    report.rows.updated = former.compactMap { row in
      present[row.id].map { .init(row: $0, before: row.values) }
    }
    report.rows.updated += changes.former.compactMap { state in
      present[state.id].map { .init(row: $0, before: before(state, $0)) }
    }
    report.isReload = changes.isReload
    report.rows.deleted = changes.deleted.filter { present[$0.id] == nil }
    announcements.announce(report, from: 0, priority: .medium)
  }

  /// Returns the references of a row before it changed, and null for all other properties.
  private func before(_ state: ExternalChanges.FormerState, _ row: Row) -> [PropertyValue] {
    var values = Array(repeating: PropertyValue.null, count: row.values.count)
    for slot in store.model.entity(of: row.id).referenceSlots {
      values[slot] = state.references[slot] ?? row.values[slot]
    }
    return values
  }
}
