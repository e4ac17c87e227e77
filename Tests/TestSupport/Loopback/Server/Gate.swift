internal import Foundation
internal import Synchronization

/// Holds threads until it is opened; then it stays open.
final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Mutex(false)

  func pass() {
    pass(by: .distantFuture)
  }

  /// Goes on when the gate is opened or the time has passed, whatever is first.
  func pass(after delay: Duration) {
    pass(by: Date(timeIntervalSinceNow: delay / .seconds(1)))
  }

  private func pass(by end: Date) {
    condition.lock()
    while !isOpen.withLock({ $0 }), condition.wait(until: end) {}
    condition.unlock()
  }

  func open() {
    condition.lock()
    isOpen.withLock { $0 = true }
    condition.broadcast()
    condition.unlock()
  }
}
