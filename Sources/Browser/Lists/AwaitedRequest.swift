/// Requests of the user for which keys wait, and of which only the latest counts.
final class AwaitedRequest {
  private var latest = 0
  /// A Boolean value that indicates whether the latest request is being fulfilled.
  private(set) var isRunning = false

  /// Begins a request, which takes the place of the former one; ``end(_:)`` must follow.
  ///
  /// - Returns: The number of the request.
  func begin() -> Int {
    latest += 1
    isRunning = true
    return latest
  }

  /// Returns a Boolean value that indicates whether no later request has begun, and this one was not given up.
  func isLatest(_ number: Int) -> Bool { number == latest }

  /// Ends a request that was fulfilled, or failed.
  func end(_ number: Int) {
    if isLatest(number) { isRunning = false }
  }

  /// Gives up the request that is being fulfilled, if there is one.
  func giveUp() {
    latest += 1
    isRunning = false
  }
}
