import Dispatch
import Foundation

/// Measures how long the main actor is held by one piece of work after the other.
///
/// The main queue runs its items in the order in which they came, and the main actor's jobs are items of it. An item
/// that puts itself at the end again whenever it runs has, between two of its runs, exactly those items that waited at
/// the first of them. So the time from run to run is what a key that comes at the worst moment has to wait: no job
/// can be longer without being seen, whoever put it there and however. (A beat by a timer sees only what falls on
/// it, and one that wraps the jobs of the concurrency runtime misses those of Dispatch.)
///
/// The beat never rests, so it takes a core of its own: what is timed by the clock is timed without it. The time by
/// the clock includes what other processes took away; the processor time of the main thread does not.
final class MainQueueBeat {
  /// What was seen.
  struct Holds {
    /// The longest hold by the clock.
    var longest = Duration.zero
    /// The longest hold in processor time of the main thread.
    var longestWork = Duration.zero
    /// How often the main actor was held longer than `limit`, by the clock.
    var beyondLimit = 0

    static func + (left: Holds, right: Holds) -> Holds {
      Holds(
        longest: max(left.longest, right.longest), longestWork: max(left.longestWork, right.longestWork),
        beyondLimit: left.beyondLimit + right.beyondLimit)
    }
  }

  /// The longest that the main actor may be held.
  nonisolated static let limit = Duration.milliseconds(8)

  private var holds = Holds()
  private var isBeating = false
  private var last = (clock: ContinuousClock.now, work: Duration.zero)

  /// What holds the main actor while `body` runs.
  func watch(_ body: () async throws -> Void) async rethrows -> Holds {
    holds = Holds()
    isBeating = true
    last = (.now, Self.processorTime())
    beat()
    defer { isBeating = false }
    try await body()
    // `body` went on in a job that is still running: let the beat see the end of it.
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    return holds
  }

  private func beat() {
    let now = (clock: ContinuousClock.now, work: Self.processorTime())
    let hold = now.clock - last.clock
    holds.longest = max(holds.longest, hold)
    holds.longestWork = max(holds.longestWork, now.work - last.work)
    if hold > Self.limit { holds.beyondLimit += 1 }
    last = now
    guard isBeating else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.beat() } }
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
