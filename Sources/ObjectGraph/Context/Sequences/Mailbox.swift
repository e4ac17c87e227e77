internal import Synchronization

/// A bounded buffer between the observer of a context or a list, which posts, and one task, which reads.
///
/// The closure that combines elements that wait decides how many are kept, so that no change is lost.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isFinished = false
    /// The task that waits for an element.
    ///
    /// It is woken, not handed one: it takes what the buffer holds when it runs.
    var waiter: CheckedContinuation<Void, Never>?

    mutating func removeFirst() -> Removed {
      if !elements.isEmpty { return .element(elements.removeFirst()) }
      return isFinished ? .end : .nothing
    }

    mutating func removeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private enum Removed {
    case element(Element)
    case nothing
    case end
  }

  private let state = Mutex(State())
  private let combine: @Sendable (inout [Element], Element) -> Void

  /// Creates an empty mailbox.
  ///
  /// - Parameter combine: Adds a new element to those that wait, or combines it with them. It must not call the mailbox.
  package init(combining combine: @escaping @Sendable (inout [Element], Element) -> Void) {
    self.combine = combine
  }

  /// A Boolean value that indicates whether no elements are accepted any more.
  package var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Adds an element, unless the mailbox is finished.
  package func post(_ element: Element) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      combine(&state.elements, element)
      return state.removeWaiter()
    }
    waiter?.resume()
  }

  /// Ends the sequence after the elements that wait.
  package func finish() { end { _ in } }

  /// Ends the sequence at once.
  func cancel() { end { $0.elements = [] } }

  private func end(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isFinished = true
      change(&state)
      return state.removeWaiter()
    }
    waiter?.resume()
  }

  /// Returns the next element, and waits for it if there is none; nil at the end, and when the task is canceled.
  ///
  /// The element is removed in the isolation of the caller, which continues without suspension: what the caller then reads
  /// of a list in the same isolation contains the element and no later one.
  ///
  /// - Precondition: No other task waits.
  func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
    while true {
      switch state.withLock({ $0.removeFirst() }) {
      case .element(let element): return element
      case .end: return nil
      case .nothing: await wait(isolation: isolation)
      }
    }
  }

  private func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state -> Bool in
          require(
            state.waiter == nil, "two tasks read one sequence of changes: make a sequence for each of them")
          if !state.elements.isEmpty || state.isFinished { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }
}
