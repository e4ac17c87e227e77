internal import Synchronization

/// The rows that the readers of a store returned since an observer of other writers compared its states.
///
/// The observer compares two states. A context or a list may have read a third one in between, with rows and
/// references that are in neither of them.
final class ReadingLog: Sendable {
  /// The rows of the readings since a comparison.
  struct Rows {
    var keys = RowKeys()
    /// A Boolean value that indicates whether a reading began before the state of the last comparison and ended after it.
    ///
    /// Its rows are unknown to the comparison.
    var spansComparison = false
  }

  private struct State {
    /// The rows that were read before the last look began.
    var earlier = Rows()
    var recent = Rows()
    /// The number of states that have been compared.
    var comparisons = 0
  }

  private let state = Mutex(State())

  /// Returns the start of a reading, for ``end(_:_:)``.
  func begin() -> Int { state.withLock { $0.comparisons } }

  /// Adds the rows of a reading.
  func end(_ start: Int, _ keys: RowKeys) {
    state.withLock { state in
      state.recent.keys.formUnion(keys)
      if start != state.comparisons { state.recent.spansComparison = true }
    }
  }

  /// Begins a look for commits of other writers.
  func beginLook() {
    state.withLock { state in
      state.earlier.keys.formUnion(state.recent.keys)
      state.earlier.spansComparison = state.earlier.spansComparison || state.recent.spansComparison
      state.recent = Rows()
    }
  }

  /// Ends a look that found no commit: what was read before it began is known.
  ///
  /// - Returns: Whether the states must be compared nevertheless.
  func endLook() -> Bool {
    state.withLock { state in
      state.earlier.keys = RowKeys()
      return state.earlier.spansComparison
    }
  }

  /// Begins a comparison with the state of a snapshot that was taken before this call.
  ///
  /// - Returns: The rows of the readings since the last comparison that may have seen later states.
  func beginComparison() -> Rows {
    beginLook()
    return state.withLock { state in
      state.comparisons += 1
      defer { state.earlier = Rows() }
      return state.earlier
    }
  }
}
