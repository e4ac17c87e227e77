internal import Synchronization

/// A thread-safe flag that indicates whether a context merges commits of other contexts.
final class Following: Sendable {
  private let wanted = Atomic(false)
  private let resting = Atomic(false)

  /// A Boolean value that indicates whether automatic merging is enabled.
  var isWanted: Bool {
    get { wanted.load(ordering: .relaxed) }
    set { wanted.store(newValue, ordering: .relaxed) }
  }

  /// A Boolean value that indicates whether merging is suspended, as while the context is pinned.
  var isResting: Bool {
    get { resting.load(ordering: .relaxed) }
    set { resting.store(newValue, ordering: .relaxed) }
  }

  /// A Boolean value that indicates whether the context merges commits now.
  var isOn: Bool { isWanted && !isResting }
}
