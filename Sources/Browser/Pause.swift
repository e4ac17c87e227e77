/// Work that is done when it has not been asked for again for a while.
@MainActor final class Pause {
  let length: Duration
  /// The work to do, and the end of the pause before it.
  private var waiting: (work: @MainActor () -> Void, end: ContinuousClock.Instant)?
  /// A Boolean value that indicates whether a task sleeps until the end of the pause.
  private var isSleeping = false

  /// Creates a pause of a length, which begins with ``run(_:)``.
  init(_ length: Duration) { self.length = length }

  /// A Boolean value that indicates whether there is work to do after the pause.
  var isWaiting: Bool { waiting != nil }

  /// Does `work` after the pause, in place of what waits for the end of one.
  func run(_ work: @escaping @MainActor () -> Void) {
    waiting = (work, ContinuousClock.now + length)
    guard !isSleeping else { return }
    isSleeping = true
    // Each key can begin the pause again: one task sleeps on until the last end. It retains the pause, so that the work is done
    // even if the owner has another pause by then.
    Task {
      while let (work, end) = waiting {
        if ContinuousClock.now < end {
          try? await Task.sleep(until: end, clock: .continuous)
        } else {
          waiting = nil
          work()
        }
      }
      isSleeping = false
    }
  }

  /// Gives up what waits.
  func cancel() { waiting = nil }
}
