import Synchronization

/// A save on its way to the store.
public struct Saving: Sendable {
  private let outcome: Outcome

  init(result: Result<Void, any Error>? = nil) {
    outcome = Outcome(result)
  }

  /// Returns when the store has committed the save.
  ///
  /// Throws why it could not, when the changes are unsaved again.
  public func finished() async throws {
    try await withCheckedThrowingContinuation { outcome.wait($0) }
  }

  func finish(_ result: Result<Void, any Error>) { outcome.finish(result) }

  /// Guards the result and those who wait for it.
  private final class Outcome: Sendable {
    private struct State {
      var result: Result<Void, any Error>?
      var waiting: [CheckedContinuation<Void, any Error>] = []
    }

    private let state: Mutex<State>

    init(_ result: Result<Void, any Error>?) { state = Mutex(State(result: result)) }

    func wait(_ continuation: CheckedContinuation<Void, any Error>) {
      let result = state.withLock { state in
        if state.result == nil { state.waiting.append(continuation) }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }

    func finish(_ result: Result<Void, any Error>) {
      let waiting = state.withLock { state in
        state.result = result
        defer { state.waiting.removeAll() }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(with: result) }
    }
  }
}
