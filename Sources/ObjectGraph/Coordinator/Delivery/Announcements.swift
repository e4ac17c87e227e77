internal import ObjectStore
import Synchronization

/// Notifies contexts and streams of commits.
///
/// Each receives the commits in commit order and processes them at its own pace: the main context does not
/// wait for a busy worker.
final class Announcements: Sendable {
  private struct Follower {
    var following: Following
    var isAwaited: Bool
    var deliveries: TaskChain
    var receive: @Sendable (CommitReport, TaskPriority) -> Void
  }

  private struct State {
    var lastNumber = 0
    var followers: [Int: Follower] = [:]
    var streams: [Int: AsyncStream<CommitReport>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Ends the streams: the release of a continuation leaves the task that reads its stream waiting.
  deinit {
    let streams = state.withLock { Array($0.streams.values) }
    for stream in streams { stream.finish() }
  }

  /// Returns a new number that identifies a context or a stream.
  func newNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Calls `receive` with every commit of other contexts while `following` is on.
  ///
  /// - Parameters:
  ///   - deliveries: The work that `receive` appends to merge a commit.
  ///   - isAwaited: A Boolean value that indicates whether ``waitForMerges()`` waits for that work.
  ///   - receive: A closure that is called on the writer's queue, in commit order, with the priority of the
  ///     context that saved. The writer's thread cannot pass the priority on; with a higher one, merging a
  ///     slice would precede other work.
  func follow(
    _ number: Int, _ following: Following, deliveries: TaskChain, isAwaited: Bool,
    _ receive: @escaping @Sendable (CommitReport, TaskPriority) -> Void
  ) {
    state.withLock { state in
      state.followers[number] = Follower(
        following: following, isAwaited: isAwaited, deliveries: deliveries, receive: receive)
    }
  }

  func unfollow(_ number: Int) { state.withLock { $0.followers[number] = nil } }

  /// Returns a Boolean value that indicates whether a context merges commits, or a stream receives them.
  ///
  /// - Parameter origin: The number of a context that does not count; 0 if all count.
  func isFollowed(besides origin: Int = 0) -> Bool {
    state.withLock { state in
      !state.streams.isEmpty || state.followers.contains { $0.key != origin && $0.value.following.isOn }
    }
  }

  /// Returns a sequence of all commits from now on.
  func stream() -> AsyncStream<CommitReport> {
    let (stream, continuation) = AsyncStream<CommitReport>.makeStream()
    let number = newNumber()
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    state.withLock { $0.streams[number] = continuation }
    return stream
  }

  /// Notifies all contexts except the one that committed; the writer calls it in commit order.
  func announce(_ report: CommitReport, from origin: Int, priority: TaskPriority) {
    guard !report.isEmpty else { return }
    let (followers, streams) = state.withLock { state in
      (state.followers.filter { $0.key != origin }.map(\.value), Array(state.streams.values))
    }
    for follower in followers where follower.following.isOn { follower.receive(report, priority) }
    for stream in streams { stream.yield(report) }
  }

  /// Waits until the awaited contexts have merged all commits that were announced so far.
  func waitForMerges() async {
    let chains = state.withLock { state in state.followers.values.filter(\.isAwaited).map(\.deliveries) }
    for chain in chains { await chain.finished() }
  }
}
