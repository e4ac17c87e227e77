internal import ObjectStore
import Synchronization

/// A published save, which the writer commits in the background.
///
/// ``ManagedObjectContext/publish()`` returns it. Keep it to learn when the changes have reached the store.
public struct PendingSave: Sendable {
  private let outcome: Outcome

  /// Makes a save with its result, or one that is pending.
  init(result: Result<CommitReport, any Error>? = nil) { outcome = Outcome(result) }

  /// The result of the commit; `nil` while the save is pending.
  var result: Result<CommitReport, any Error>? { outcome.result }

  /// Returns when the changes are in the store and the context shows the committed rows.
  ///
  /// - Throws: The error of the commit. The changes are then unsaved again.
  public func committed() async throws {
    do {
      try await withCheckedThrowingContinuation { outcome.wait($0) }
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
  }

  /// Sets the result and resumes all tasks that wait for it.
  func finish(_ result: Result<CommitReport, any Error>) { outcome.finish(result) }

  /// A thread-safe result with the continuations that wait for it.
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
