import Synchronization

/// A counter of row comparisons.
final class ComparisonCounter: Sendable {
  private let comparisons = Atomic(0)

  /// The number of comparisons so far.
  var total: Int { comparisons.load(ordering: .relaxed) }

  /// Adds comparisons to the total.
  func count(_ comparisons: Int) { self.comparisons.add(comparisons, ordering: .relaxed) }
}
