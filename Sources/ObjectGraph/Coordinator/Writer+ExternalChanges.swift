internal import Dispatch

/// What the writer does for an ``ExternalChangeFollower``: whatever has to stand in one order with its own commits.
extension Writer {
  /// Opens a follower of the store; nil for a store that has no other writers, or cannot be written.
  ///
  /// Waits for the writer's queue. No commit of another writer after this call is missed.
  nonisolated func makeFollower() -> ExternalChangeFollower? {
    executor.queue.sync { assumeIsolated { try? $0.openFollower() } }
  }

  private func openFollower() throws -> ExternalChangeFollower? {
    guard let store = store as? any SharedStore, try writer() is any SharedStoreWriter else { return nil }
    let follower = ExternalChangeFollower(store: store, writer: self)
    try follower.open()
    self.follower = follower
    return follower
  }

  /// Returns whether other writers have committed since the last call.
  func otherWritersCommitted() throws -> Bool {
    try (writer() as? any SharedStoreWriter)?.otherWritersCommitted() ?? false
  }

  /// Lets the follower go on to a state between two own commits.
  func advance(_ follower: ExternalChangeFollower) throws { try follower.advance() }

  /// Announces rows that other writers changed as they are now, after the own commits that they are read with.
  func announce(_ changes: ExternalChanges) throws {
    let former = changes.updated + changes.deleted
    let rows = try reader().rows(changes.inserted + former.map(\.id))
    let present = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var report = CommitReport()
    report.isExternal = true
    report.lastEntity = store.model.entities.count
    report.inserted = changes.inserted.compactMap { present[$0] }
    report.updated = former.compactMap { row in
      present[row.id].map { .init(row: $0, before: row.values) }
    }
    report.deleted = changes.deleted.filter { present[$0.id] == nil }
    announcements.announce(report, from: 0, priority: .medium)
  }
}
