internal import Dispatch
internal import ObjectModel
internal import ObjectStore

/// The work for an ``ExternalChangeFollower`` that must be ordered with the writer's own commits.
extension Writer {
  /// Creates a follower of the store, or nil if the store has no other writers.
  ///
  /// It blocks until the writer's queue is free. No commit of another writer after this call is missed. If the store cannot
  /// be read at present, the follower tries it at its looks.
  nonisolated func makeFollower() -> ExternalChangeFollower? {
    executor.queue.sync { assumeIsolated { $0.openFollower() } }
  }

  private func openFollower() -> ExternalChangeFollower? {
    let follower: ExternalChangeFollower
    do {
      guard let (store, detector) = try sharing() else { return nil }
      follower = ExternalChangeFollower(
        writer: self, reader: try store.makeExternalChangeReader(for: detector))
      follower.look(at: detector)
    } catch {
      // The first look fails in the same way, and posts the error.
      follower = ExternalChangeFollower(writer: self)
    }
    follower.start()
    self.follower = follower
    return follower
  }

  /// Opens the reader of a follower that could not be opened with it.
  ///
  /// This writer records its next commits after the reader has begun: both go to the follower's queue.
  func openReader(of follower: ExternalChangeFollower) async throws {
    guard let (store, detector) = try sharing() else { return }
    let reader = try store.makeExternalChangeReader(for: detector)
    follower.look(at: detector)
    await follower.begin(with: reader)
  }

  /// Returns the store and the detector of other writers' commits, or nil if the store cannot have any.
  private func sharing() throws -> (store: any SharedStore, detector: any CommitDetector)? {
    guard let store = store as? any SharedStore, let detector = try detector() else { return nil }
    return (store, detector)
  }

  /// Returns a Boolean value that indicates whether other writers have committed since the last call.
  func otherWritersCommitted() throws -> Bool {
    let haveCommitted = try detector()?.otherWritersCommitted() ?? false
    announceTakenBackRows()
    return haveCommitted
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
    var report = try currentRows(of: changes)
    report.isExternal = true
    announcements.announce(report, from: 0, priority: .medium)
  }

  /// Returns a report of the current state of rows that changed.
  func currentRows(of changes: ExternalChanges) throws -> CommitReport {
    let former = changes.updated + changes.deleted
    let partly = Set(changes.former.map(\.id))
    let rows = try reader().rows(changes.inserted + former.map(\.id) + partly)
    let present = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var report = CommitReport()
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
    return report
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
