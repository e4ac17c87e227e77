import Synchronization

/// The number of the latest reading, so that older ones can stop on any thread.
final class LatestNumber: Sendable {
  private let number = Atomic(0)

  /// Makes all earlier numbers obsolete.
  func next() -> Int { number.add(1, ordering: .relaxed).newValue }

  /// Returns whether a number is the latest one.
  func isLatest(_ candidate: Int) -> Bool { number.load(ordering: .relaxed) == candidate }
}
