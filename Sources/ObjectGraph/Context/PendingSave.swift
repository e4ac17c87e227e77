import Synchronization

/// A save that was published and that the writer commits behind the context.
///
/// ``ManagedObjectContext/publish()`` returns it. Keep it to learn when the changes have reached the store.
public struct PendingSave: Sendable {
  private let outcome: Outcome

  /// A save whose result is known already, or is going to be.
  init(result: Result<CommitReport, any Error>? = nil) { outcome = Outcome(result) }

  /// What the writer made of the save; nil while it is pending.
  var result: Result<CommitReport, any Error>? { outcome.result }

  /// Returns when the changes are in the store and the context shows what was written.
  ///
  /// - Throws: The reason why the writer could not commit the changes, which are unsaved again.
  public func committed() async throws {
    try await withCheckedThrowingContinuation { outcome.wait($0) }
  }

  /// Ends the save and resumes everything that waits for it.
  func finish(_ result: Result<CommitReport, any Error>) { outcome.finish(result) }

  /// Guards the result and the continuations that wait for it.
  private final class Outcome: Sendable {
    private struct State {
      var result: Result<CommitReport, any Error>?
      var waiting: [CheckedContinuation<Void, any Error>] = []
    }

    private let state: Mutex<State>

    init(_ result: Result<CommitReport, any Error>?) { state = Mutex(State(result: result)) }

    var result: Result<CommitReport, any Error>? { state.withLock { $0.result } }

    func wait(_ continuation: CheckedContinuation<Void, any Error>) {
      let result = state.withLock { state in
        if state.result == nil { state.waiting.append(continuation) }
        return state.result
      }
      if let result { continuation.resume(with: result.map { _ in }) }
    }

    func finish(_ result: Result<CommitReport, any Error>) {
      let waiting = state.withLock { state in
        state.result = result
        defer { state.waiting.removeAll() }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(with: result.map { _ in }) }
    }
  }
}
