import Synchronization

/// Tells contexts, and whoever else wants to know, what was committed.
///
/// Everybody is told in the order of the commits, and at a pace of their own: the main context does not wait for a
/// worker that is busy.
final class Announcements: Sendable {
  private struct Follower {
    var following: Following
    var isAwaited: Bool
    var take: @Sendable (CommitReport) async -> Void
    /// The last commit that is being taken over; it waits for those before it.
    var last: Task<Void, Never>?
  }

  private struct State {
    var lastNumber = 0
    var followers: [Int: Follower] = [:]
    var streams: [Int: AsyncStream<CommitReport>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// A number for a context, or whoever else wants to know.
  func newNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Calls `take` with every commit of others, as long as `following` is on.
  func follow(
    _ number: Int, _ following: Following, isAwaited: Bool,
    _ take: @escaping @Sendable (CommitReport) async -> Void
  ) {
    state.withLock { state in
      state.followers[number] = Follower(following: following, isAwaited: isAwaited, take: take)
    }
  }

  func unfollow(_ number: Int) { state.withLock { $0.followers[number] = nil } }

  /// Every commit from now on.
  func stream() -> AsyncStream<CommitReport> {
    let (stream, continuation) = AsyncStream<CommitReport>.makeStream()
    let number = newNumber()
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    state.withLock { $0.streams[number] = continuation }
    return stream
  }

  /// Tells everybody but the one who committed; called by the writer, in the order of the commits.
  ///
  /// Taking over has the priority of whoever saved, which the writer's thread cannot pass on: with a higher one,
  /// slices would come before the turns of others.
  func announce(_ report: CommitReport, from origin: Int, priority: TaskPriority) {
    guard !report.isEmpty else { return }
    let streams = state.withLock { state in
      for (number, follower) in state.followers where number != origin && follower.following.isOn {
        let (previous, take) = (follower.last, follower.take)
        state.followers[number]?.last = Task(priority: priority) {
          await previous?.value
          await take(report)
        }
      }
      return Array(state.streams.values)
    }
    for stream in streams { stream.yield(report) }
  }

  /// Returns when those who are awaited have taken over what was announced so far.
  func adopted() async {
    let tasks = state.withLock { state in state.followers.values.filter(\.isAwaited).map(\.last) }
    for task in tasks { await task?.value }
  }
}
