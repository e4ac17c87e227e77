internal import Foundation
internal import Synchronization

/// Holds threads until it is opened; then it stays open, or holds those that come later.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    /// How often those who waited were let go.
    var round = 0
  }

  private let condition = NSCondition()
  private let state = Mutex(State())

  func pass() {
    pass(by: nil)
  }

  /// Goes on when the gate is opened or the time has passed, whatever is first.
  func pass(after delay: Duration) {
    pass(by: Date(timeIntervalSinceNow: delay / .seconds(1)))
  }

  private func pass(by end: Date?) {
    condition.lock()
    let round = state.withLock(\.round)
    var isInTime = true
    while isInTime, state.withLock({ !$0.isOpen && $0.round == round }) {
      if let end { isInTime = condition.wait(until: end) } else { condition.wait() }
    }
    condition.unlock()
  }

  /// Lets all go on, and those that come later pass.
  func open() {
    change { $0.isOpen = true }
  }

  /// Lets those go on that wait now.
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
