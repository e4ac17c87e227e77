internal import Dispatch

/// Watches a store for commits of other writers and has the changed rows announced.
///
/// Its isolation is a queue of its own, so that neither the writer nor the coordinator's reader waits while it compares
/// states of the store. The writer may wait for the queue of the follower, the follower never for that of the writer.
actor ExternalChangeFollower {
  private let executor = QueueExecutor(label: "ObjectGraph.external changes")
  private let store: any SharedStore
  private let writer: Writer
  private var reader: (any ExternalChangeReader)?
  /// The last look, which waits for those before it.
  private var lastLook: Task<Void, any Error>?
  /// A Boolean value that indicates whether own commits were recorded since the last look.
  private var hasRecords = false
  /// A Boolean value that indicates whether other writers have committed what was not compared yet.
  private var isBehind = false
  /// What was found and not announced yet.
  private var found: [ExternalChanges] = []
  /// The earliest time of the next comparison.
  private var pause = ContinuousClock.now

  /// The time between two looks, which takes some microseconds each.
  private static let interval = DispatchTimeInterval.milliseconds(500)
  /// The pause after a comparison, as a multiple of the time that it took: comparing takes at most a tenth of a core
  /// while another program writes without end.
  private static let pauseFactor = 9
  /// The number of rows that the writer's queue reads at once for a report, some milliseconds' work.
  private static let rowsPerReport = 500

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(store: any SharedStore, writer: Writer) {
    self.store = store
    self.writer = writer
  }

  /// Begins with the state that is committed now.
  ///
  /// Called on the writer's queue.
  nonisolated func open() throws {
    try executor.queue.sync {
      try assumeIsolated { follower in
        follower.reader = try follower.store.makeExternalChangeReader()
        follower.lookLater()
      }
    }
  }

  /// Records an own commit; called on the writer's queue, in the order of the commits.
  nonisolated func record(_ report: CommitReport) {
    executor.queue.async {
      self.assumeIsolated { follower in
        follower.reader?.record(report)
        follower.hasRecords = true
      }
    }
  }

  /// Goes on to the state that is committed now.
  ///
  /// Called on the writer's queue, so that the state holds exactly the own commits that were recorded before.
  nonisolated func advance() throws {
    try executor.queue.sync { try assumeIsolated { try $0.reader?.advance() } }
  }

  /// Looks for commits of other writers, and returns when what they changed has been announced.
  func look() async throws {
    let previous = lastLook
    let look = Task {
      try? await previous?.value
      try await follow()
    }
    lastLook = look
    try await look.value
  }

  /// Looks again and again, for as long as the coordinator keeps the follower.
  private func lookLater() {
    executor.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      guard let self else { return }
      Task { await self.lookRegularly() }
    }
  }

  private func lookRegularly() async {
    // What cannot be read or announced now is tried again with the next look.
    if ContinuousClock.now >= pause { try? await look() }
    lookLater()
  }

  private func follow() async throws {
    try await announce()
    if try await writer.otherWritersCommitted() { isBehind = true }
    guard isBehind || hasRecords else { return }
    let start = ContinuousClock.now
    defer { pause = .now + (.now - start) * Self.pauseFactor }
    // The reader holds the first state until something is committed: as long as nothing is, it costs nothing.
    try reader?.prepare()
    hasRecords = false
    guard isBehind else { return }
    try await writer.advance(self)
    if let changes = try reader?.changes() { found += changes.parts(of: Self.rowsPerReport) }
    isBehind = false
    try await announce()
  }

  private func announce() async throws {
    while let changes = found.first {
      try await writer.announce(changes)
      found.removeFirst()
    }
  }
}
