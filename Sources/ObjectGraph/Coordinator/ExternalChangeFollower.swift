internal import Dispatch
internal import ObjectStore

/// An observer of a store that detects commits of other writers and announces the changed rows.
///
/// It is isolated to its own queue, so that neither the writer nor the coordinator's reader waits while it
/// compares states of the store. The writer may wait for the follower's queue; the follower never blocks on
/// the writer's queue.
actor ExternalChangeFollower {
  private let executor = QueueExecutor(label: "ObjectGraph.external changes")
  private let writer: Writer
  /// The reader of changes; nil after the end, and until the store could be read.
  private var reader: (any ExternalChangeReader)?
  /// The number of attempts to open the reader that failed.
  private var failedOpenings = 0
  /// A Boolean value that indicates whether other writers may have committed before the reader was opened.
  private var mayHaveMissedCommits = false
  private var isEnded = false
  /// The last look, which waits for the earlier ones.
  private var lastLook: Task<Void, any Error>?
  /// The number of rows of recorded commits for which the reader has not been prepared.
  private var recordedRows = 0
  /// The number of looks since the last recorded commit.
  private var looksWithoutRecord = 0
  /// A Boolean value that indicates whether the next look prepares the reader; it stays `true` until that succeeds.
  private var mustPrepare = false
  /// A Boolean value that indicates whether there are commits of other writers that have not been compared
  /// yet.
  private var isBehind = false
  /// The detected changes that have not been announced yet.
  private var found: [ExternalChanges] = []
  /// The error of the first of the regular looks that failed in the same way since the last success; nil after a success.
  private var failure: (any Error)?
  /// The observers of failures.
  private var observers: [AsyncStream<FollowingState>.Continuation] = []
  /// The earliest time of the next comparison.
  private var pause = ContinuousClock.now
  /// A Boolean value that indicates whether a look for an announced commit is about to begin.
  private var isAnnounced = false

  /// The time between two looks; a look takes some microseconds.
  private static let interval = DispatchTimeInterval.milliseconds(500)
  /// The pause after a comparison, as a multiple of its duration.
  ///
  /// With it, comparisons use at most a tenth of a core while another program writes continuously.
  private static let pauseFactor = 9
  /// The pause after a comparison for an announced commit, as a multiple of its duration.
  ///
  /// A store that announces commits does the comparison itself, and most of the duration is the latency of a network.
  private static let announcedPauseFactor = 1
  /// The longest pause after a failed attempt to open the reader; it doubles with each.
  private static let openingPause = Duration.seconds(30)
  /// The shortest pause after a comparison that makes contexts and lists read everything again.
  private static let reloadPause = Duration.milliseconds(500)
  /// The number of recorded rows from which the reader is prepared at once.
  ///
  /// Until then it holds its first state, and the log of the store grows by all commits.
  private static let rowsWithoutPreparing = 1_000
  /// The number of looks without a recorded commit after which the reader is prepared for fewer rows.
  ///
  /// With a million rows, it uses a core for half a second: better not between two commands of a user.
  private static let looksBeforePreparing = 10
  /// The number of rows that the writer's queue reads at once for a report, which takes some milliseconds.
  private static let rowsPerReport = 500

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a follower with a reader that begins with the state that is committed now.
  init(writer: Writer, reader: sending any ExternalChangeReader) {
    self.writer = writer
    self.reader = reader
  }

  /// Creates a follower whose reader could not be opened; its looks try it again.
  init(writer: Writer) { self.writer = writer }

  deinit { for observer in observers { observer.finish() } }

  /// Begins with the state of a reader that is committed now.
  func begin(with reader: sending any ExternalChangeReader) { self.reader = reader }

  /// Looks soon after each announcement of a detector.
  nonisolated func look(at detector: any CommitDetector) {
    detector.onAnnouncement { [weak self] in self?.lookSoon() }
  }

  /// Begins to look regularly.
  nonisolated func start() { executor.queue.async { self.assumeIsolated { $0.lookLater() } } }

  /// Records a commit of this coordinator's writer, which calls it on its queue, in commit order.
  nonisolated func record(_ report: CommitReport) {
    executor.queue.async {
      self.assumeIsolated { follower in
        follower.reader?.record(report)
        follower.recordedRows += report.inserted.count + report.updated.count + report.deleted.count
        follower.looksWithoutRecord = 0
      }
    }
  }

  /// Advances to the state that is committed now.
  ///
  /// The writer calls it on its queue, so that of this writer's commits, the state contains exactly the
  /// recorded ones.
  nonisolated func advance() throws {
    try executor.queue.sync { try assumeIsolated { try $0.reader?.advance() } }
  }

  /// Looks for commits of other writers, and waits until their changes have been announced.
  ///
  /// - Parameters:
  ///   - isAnnounced: A Boolean value that indicates whether to look only for what the store has announced.
  ///   - endsFailure: A Boolean value that indicates whether to end a series of failed looks.
  func look(isAnnounced: Bool = false, endsFailure: Bool = false) async throws {
    let previous = lastLook
    let look = Task {
      try? await previous?.value
      try await follow(isAnnounced: isAnnounced)
      // Within the look: two that announce at the same time would announce the same changes.
      if endsFailure, failure != nil {
        try await recover()
      } else if mayHaveMissedCommits {
        try await reload()
      }
    }
    lastLook = look
    try await look.value
  }

  /// Repeats the look as long as the coordinator keeps the follower.
  private func lookLater() {
    executor.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      guard let self else { return }
      Task { await self.lookRegularly() }
    }
  }

  /// Stops looking, waits for the current look, closes the reader, and ends the sequences of states.
  func end() async {
    isEnded = true
    try? await lastLook?.value
    reader = nil
    for observer in observers { observer.finish() }
    observers = []
  }

  private func lookRegularly() async {
    guard !isEnded else { return }
    if ContinuousClock.now >= pause { await tryLook(isAnnounced: false) }
    lookLater()
  }

  /// Looks after the pause, because the store has announced a commit; several announcements cause one look.
  nonisolated func lookSoon() {
    executor.queue.async { self.assumeIsolated { $0.lookAfterPause() } }
  }

  private func lookAfterPause() {
    guard !isAnnounced else { return }
    isAnnounced = true
    let rest = max(.zero, pause - .now) / .seconds(1)
    executor.queue.asyncAfter(deadline: .now() + rest) { [weak self] in
      guard let self else { return }
      Task { await self.lookForAnnounced() }
    }
  }

  private func lookForAnnounced() async {
    isAnnounced = false
    await tryLook(isAnnounced: true)
  }

  private func tryLook(isAnnounced: Bool) async {
    // A failed look is retried with the next one.
    do {
      try await look(isAnnounced: isAnnounced, endsFailure: true)
    } catch {
      guard failure.map(Self.isOutage) != Self.isOutage(error) else { return }
      failure = error
      post(.failed(error))
    }
  }

  /// Returns a Boolean value that indicates whether an error is one of the connection, which ends by itself.
  private static func isOutage(_ error: any Error) -> Bool {
    (error as? any ConnectionError)?.isOutage == true
  }

  /// The changes of the state from now on: a failure after successful looks, an outage that turns into another failure or
  /// the reverse, and a success after failed looks.
  ///
  /// A failure that has not ended comes first. The sequence ends with the follower.
  nonisolated func states() -> AsyncStream<FollowingState> {
    let (states, continuation) = AsyncStream<FollowingState>.makeStream(bufferingPolicy: .bufferingNewest(1))
    executor.queue.async {
      self.assumeIsolated { follower in
        guard !follower.isEnded else { return continuation.finish() }
        if let failure = follower.failure { continuation.yield(.failed(failure)) }
        follower.observers.append(continuation)
      }
    }
    return states
  }

  /// Ends a series of failed looks.
  ///
  /// What contexts and lists tried to read meanwhile is missing, such as the values of faults: they read again.
  private func recover() async throws {
    try await reload()
    failure = nil
    post(.current)
  }

  /// Makes contexts and lists read everything that they show again.
  private func reload() async throws {
    found.append(ExternalChanges(isReload: true))
    mayHaveMissedCommits = false
    try await announce()
  }

  private func post(_ state: FollowingState) {
    observers.removeAll { observer in
      if case .terminated = observer.yield(state) { true } else { false }
    }
  }

  private func follow(isAnnounced: Bool) async throws {
    try await announce()
    if reader == nil, !isEnded { try await open() }
    guard let reader, !isEnded else { return }
    reader.beginLook()
    let isNews =
      isAnnounced ? try await writer.announcedCommit() : try await writer.otherWritersCommitted()
    if isNews { isBehind = true }
    if !isBehind, reader.endLook() { isBehind = true }
    looksWithoutRecord += 1
    if try await writer.committedOwnWork() || hasWaitedEnough { mustPrepare = true }
    guard isBehind || mustPrepare else { return }
    let start = ContinuousClock.now
    var isReload = false
    defer {
      let factor = isAnnounced && !isReload ? Self.announcedPauseFactor : Self.pauseFactor
      let rest = (.now - start) * factor
      pause = .now + (isReload ? max(rest, Self.reloadPause) : rest)
    }
    // Until now, the reader held its first state; after the first time, this costs nothing.
    try reader.prepare()
    (recordedRows, mustPrepare) = (0, false)
    guard isBehind else { return }
    try await writer.advance(self)
    let changes = try reader.changes()
    isReload = changes.isReload
    found += changes.parts(of: Self.rowsPerReport)
    isBehind = false
    try await announce()
  }

  private func open() async throws {
    do { try await writer.openReader(of: self) } catch {
      pause = .now + min(.milliseconds(500) * (1 << min(failedOpenings, 10)), Self.openingPause)
      failedOpenings += 1
      throw error
    }
    mayHaveMissedCommits = true
  }

  /// A Boolean value that indicates whether the reader need not wait longer after the recorded commits.
  private var hasWaitedEnough: Bool {
    recordedRows >= Self.rowsWithoutPreparing
      || recordedRows > 0 && looksWithoutRecord >= Self.looksBeforePreparing
  }

  private func announce() async throws {
    while let changes = found.first {
      try await writer.announce(changes)
      found.removeFirst()
    }
  }
}
