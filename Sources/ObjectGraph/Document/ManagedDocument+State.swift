internal import ObjectStore

extension ManagedDocument {
  /// The state of a document.
  public enum State: Sendable {
    /// The document is not open: it has not been opened yet, or has been closed.
    case closed
    /// The document is being opened or created.
    case opening
    /// The document is open, and the last save has not failed; there may be unsaved changes.
    case normal
    /// Changes are being saved.
    case saving
    /// The last save failed.
    ///
    /// All its changes are kept unsaved, and the save is retried automatically.
    case savingError(any Error)
    /// The last save failed because of a conflict with another writer's changes that the merge policy does
    /// not resolve.
    ///
    /// The changes are kept unsaved, and the save is retried automatically. To keep the other writer's
    /// changes, refresh the object (``ManagedObjectContext/refresh(_:mergingChanges:)``).
    case conflict(any Error)
    /// The document is being closed; unsaved changes are saved first.
    case closing

    /// The error of the last save, if it failed.
    public var error: (any Error)? {
      switch self {
      case .savingError(let error), .conflict(let error): error
      case .closed, .opening, .normal, .saving, .closing: nil
      }
    }

    /// Creates the state after a failed save.
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

  /// The current state and all later ones, until the document is deinitialized.
  ///
  /// The sequence buffers states until they are consumed.
  public var states: AsyncStream<State> { watchers.stream(beginningWith: state) }

  /// The subscribers to the state.
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

    func notify(_ state: State) {
      for continuation in continuations.values { continuation.yield(state) }
    }

    isolated deinit {
      for continuation in continuations.values { continuation.finish() }
    }
  }
}
