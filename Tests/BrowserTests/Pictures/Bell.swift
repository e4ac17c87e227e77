/// Rings when something changed, and wakes those who wait for it.
@MainActor final class Bell {
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func ring() {
    count += 1
    let woken = waiting
    waiting = []
    woken.forEach { $0.resume() }
  }

  /// Returns when `condition` holds, which is looked at after each ringing.
  func wait(until condition: () -> Bool) async {
    while !condition() { await withCheckedContinuation { waiting.append($0) } }
  }
}
