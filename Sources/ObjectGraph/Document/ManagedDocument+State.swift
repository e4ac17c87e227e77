extension ManagedDocument {
  /// What a document is doing.
  public enum State: Sendable {
    /// It is not open: not yet, or no longer.
    case closed
    /// It is being opened, or made.
    case opening
    /// It is open, and nothing is the matter. There may be changes that were not saved yet.
    case normal
    /// What was changed is being saved.
    case saving
    /// The last save failed. Its changes are unsaved, none of them lost, and saving is tried again by itself.
    case savingError(any Error)
    /// The last save failed because somebody else has changed the document meanwhile, and the merge policy does not
    /// settle it. The changes are unsaved, and saving is tried again; to keep what the other one wrote, refresh the
    /// object (``ManagedObjectContext/refresh(_:mergingChanges:)``).
    case conflict(any Error)
    /// It is being closed: what was changed is saved before.
    case closing

    /// Why the last save failed, if it did.
    public var error: (any Error)? {
      switch self {
      case .savingError(let error), .conflict(let error): error
      case .closed, .opening, .normal, .saving, .closing: nil
      }
    }

    /// The state after a save that failed.
    init(failure: any Error) {
      if failure is ConflictError {
        self = .conflict(failure)
      } else if case .changedMeanwhile? = failure as? StoreError {
        self = .conflict(failure)
      } else {
        self = .savingError(failure)
      }
    }
  }

  /// The present state, and every state that follows, until the document goes.
  ///
  /// States wait in the sequence until they are asked for.
  public var states: AsyncStream<State> { watchers.stream(beginningWith: state) }

  /// Those who follow the state.
  @MainActor
  final class Watchers {
    private var continuations: [Int: AsyncStream<State>.Continuation] = [:]
    private var lastNumber = 0

    func stream(beginningWith state: State) -> AsyncStream<State> {
      let (stream, continuation) = AsyncStream<State>.makeStream()
      lastNumber += 1
      let number = lastNumber
      continuations[number] = continuation
      continuation.yield(state)
      continuation.onTermination = { _ in
        Task { @MainActor [weak self] in self?.continuations[number] = nil }
      }
      return stream
    }

    func tell(_ state: State) {
      for continuation in continuations.values { continuation.yield(state) }
    }

    isolated deinit {
      for continuation in continuations.values { continuation.finish() }
    }
  }
}
