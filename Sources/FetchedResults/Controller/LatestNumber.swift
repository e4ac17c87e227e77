import Synchronization

/// The number of the reading that counts, so that older ones can stop wherever they run.
final class LatestNumber: Sendable {
  private let number = Atomic(0)

  /// Makes all earlier numbers obsolete.
  func next() -> Int { number.add(1, ordering: .relaxed).newValue }

  /// Whether no later number was given out.
  func isLatest(_ candidate: Int) -> Bool { number.load(ordering: .relaxed) == candidate }
}
