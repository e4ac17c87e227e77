internal import ObjectStore
import Synchronization

/// The commits that the main context has not processed yet, in commit order.
///
/// Outcomes of the context's own saves and commits of other contexts share one order: the rows of an older commit
/// must not arrive after those of a newer one.
final class CommitInbox: Sendable {
  enum Item: Sendable {
    /// A commit of another context.
    case commit(CommitReport)
    /// The outcome of a save that the context published.
    case outcome(Result<CommitReport, any Error>, of: PublishedSave)
  }

  private struct State {
    var items: [Int: Item] = [:]
    var posted = 0
    var removed = 0
  }

  private let state = Mutex(State())

  /// The number of items that have been removed.
  var removed: Int { state.withLock { $0.removed } }

  /// Adds an item and returns its number; the first one is 1.
  func post(_ item: Item) -> Int {
    state.withLock { state in
      state.posted += 1
      state.items[state.posted] = item
      return state.posted
    }
  }

  /// Removes the oldest item.
  func removeFirst() -> Item? {
    state.withLock { state in
      guard let item = state.items.removeValue(forKey: state.removed + 1) else { return nil }
      state.removed += 1
      return item
    }
  }
}
