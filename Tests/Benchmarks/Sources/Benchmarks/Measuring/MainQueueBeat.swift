import Dispatch
import Foundation

/// Measures how long the main actor is held by one piece of work after the other.
///
/// The main queue runs its items in the order in which they came, and the main actor's jobs are items of it. An item
/// that puts itself at the end again whenever it runs has, between two of its runs, exactly those items that waited at
/// the first of them. So the time from run to run is what a key that comes at the worst moment has to wait: no job
/// can be longer without being seen, regardless of its origin. (A beat by a timer sees only what falls on
/// it, and one that wraps the jobs of the concurrency runtime misses those of Dispatch.)
///
/// The beat never rests, so it takes a core of its own: what is timed by the clock is timed without it. And it is why
/// the time in which the main thread waited for a core is taken off: a thread that never rests is put aside for
/// others, of this process and of all the rest, where one that was asleep is woken at once. Waiting for a lock, for
/// the disk or for another thread counts: there the thread gives up its core by itself, which the kernel counts. Where
/// it did not, time that is neither work nor waiting for a core is the machine's: a virtual one that was halted.
///
/// The kernel charges an interrupt to the thread that it meets. All of the disk's go to one core as a rule, and an
/// import has hundreds a second, so the main thread stays away from that core while it is watched.
final class MainQueueBeat {
  /// What was seen.
  struct Holds {
    /// The longest hold.
    var longest = Duration.zero
    /// The longest work between two beats: processor time of the main thread, which no other thread can use.
    var longestWork = Duration.zero
    /// The longest time from beat to beat, what the machine took included.
    var longestByClock = Duration.zero
    /// How often it worked longer than `workLimit`.
    var beyondLimit = 0
  }

  /// The longest that the main actor may be held.
  nonisolated static let limit = Duration.milliseconds(4)
  /// The longest that it may work.
  private nonisolated static let workLimit = Duration.milliseconds(2)

  private var holds = Holds()
  private let schedule = ScheduleStatistics()
  private var isBeating = false
  private var last: Moment

  /// What the clocks and counters of the main thread show.
  private struct Moment {
    var clock: ContinuousClock.Instant
    var wait: Duration
    var work: Duration
    var rests: Int
  }

  init() { last = Moment(clock: .now, wait: .zero, work: .zero, rests: 0) }

  /// What holds the main actor while `body` runs.
  func watch(_ body: () async throws -> Void) async rethrows -> Holds {
    let cores = Cores.ofThisThread
    Cores.quietest.map { Cores($0).holdThisThread() }
    defer { cores.releaseAllThreads() }
    holds = Holds()
    isBeating = true
    last = moment()
    beat()
    defer { isBeating = false }
    try await body()
    // `body` went on in a job that is still running: let the beat see the end of it.
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    return holds
  }

  /// What the machine alone does to the main thread, while another thread computes and asks for memory.
  static func idleRuns(beside duration: Duration) async -> [Holds] {
    var holds: [Holds] = []
    for _ in 0..<3 {
      holds.append(
        await MainQueueBeat().watch {
          await Task.detached {
            let end = ContinuousClock.now + duration
            var texts: [String] = []
            while ContinuousClock.now < end {
              texts.append(String(repeating: "photo", count: texts.count % 1_000 + 1))
              if texts.count > 100_000 { texts.removeAll() }
            }
          }.value
        })
    }
    return holds
  }

  private func beat() {
    let now = moment()
    let time = now.clock - last.clock
    let work = now.work - last.work
    let hold = now.rests == last.rests ? work : time - (now.wait - last.wait)
    holds.longest = max(holds.longest, hold)
    holds.longestWork = max(holds.longestWork, work)
    holds.longestByClock = max(holds.longestByClock, time)
    if work > Self.workLimit { holds.beyondLimit += 1 }
    last = now
    guard isBeating else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.beat() } }
  }

  private func moment() -> Moment {
    Moment(clock: .now, wait: schedule.waited, work: Machine.threadWork, rests: Self.rests())
  }

  /// How often the thread has given up its core by itself, to wait for something.
  private static func rests() -> Int {
    var usage = rusage()
    // RUSAGE_THREAD of Linux, which the headers show to GNU sources only.
    getrusage(1, &usage)
    return usage.ru_nvcsw
  }
}

/// What the kernel counts of the main thread (`/proc/PID/schedstat`, Documentation/scheduler/sched-stats.rst).
private final class ScheduleStatistics {
  private let file = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC)

  /// How long the thread has been ready to run and waited for a core; nothing where the kernel does not count it.
  var waited: Duration {
    var text = [UInt8](repeating: 0, count: 80)
    let count = pread(file, &text, text.count, 0)
    guard count > 0 else { return .zero }
    let numbers = text[..<count].split(separator: UInt8(ascii: " "))
    guard numbers.count > 1 else { return .zero }
    return .nanoseconds(numbers[1].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) })
  }

  isolated deinit { close(file) }
}
