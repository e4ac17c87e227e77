internal import Foundation
internal import Synchronization

/// A gate that blocks threads until it is opened, or until the waiting threads are released.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    /// The number of releases of waiting threads.
    var round = 0
    /// The number of threads that wait until they are released.
    var waiting = 0
  }

  private let condition = NSCondition()
  private let state = Mutex(State())

  func pass() {
    pass(by: nil)
  }

  /// The number of threads that wait until they are released.
  var waitingCount: Int { state.withLock(\.waiting) }

  /// Waits until the gate is opened or the delay has passed.
  func pass(after delay: Duration) {
    pass(by: Date(timeIntervalSinceNow: delay / .seconds(1)))
  }

  private func pass(by end: Date?) {
    condition.lock()
    let round = state.withLock { state in
      if end == nil { state.waiting += 1 }
      return state.round
    }
    var isInTime = true
    while isInTime, state.withLock({ !$0.isOpen && $0.round == round }) {
      if let end { isInTime = condition.wait(until: end) } else { condition.wait() }
    }
    if end == nil { state.withLock { $0.waiting -= 1 } }
    condition.unlock()
  }

  /// Releases all threads, including later ones.
  func open() {
    change { $0.isOpen = true }
  }

  /// Releases only the threads that are waiting now.
  func letGo() {
    change { $0.round += 1 }
  }

  private func change(_ change: (inout State) -> Void) {
    condition.lock()
    state.withLock { change(&$0) }
    condition.broadcast()
    condition.unlock()
  }
}
