internal import Synchronization

extension TerminalSession {
  /// The state of the session's program, which the threads of the pseudo-terminal update.
  final class Display: Sendable {
    struct State: Sendable {
      var model: TerminalModel
      /// The output in the pieces in which it arrived, so that copies of the state stay cheap.
      var output: [[UInt8]] = []
      var outputCount = 0
      var status = PseudoTerminal.Status.running
      var outputEnded = false
      var firstArrival: ContinuousClock.Instant?
      var lastArrival: ContinuousClock.Instant?
      /// The terminal's answers while they are held back; nil while they are given at once.
      var heldAnswers: [UInt8]?
      /// The number of events, with which a waiter detects events that occurred during its check.
      fileprivate(set) var generation = 0
      fileprivate var waiters: [CheckedContinuation<Void, Never>] = []

      /// A Boolean value that indicates whether the process has ended and all its output is on the screen.
      var hasEnded: Bool { status.isEnd && outputEnded }
    }

    private let state: Mutex<State>

    init(model: TerminalModel) { state = Mutex(State(model: model)) }

    var now: State { state.withLock { $0 } }

    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Processes an event, and returns the terminal's response.
    func handle(_ event: PseudoTerminal.Event) -> [UInt8] {
      let arrival = ContinuousClock.now
      var answer: [UInt8] = []
      state.withLock { state in
        switch event {
        case .output(let bytes):
          state.firstArrival = state.firstArrival ?? arrival
          state.lastArrival = arrival
          state.output.append(bytes)
          state.outputCount += bytes.count
          answer = state.model.feed(bytes)
          if let held = state.heldAnswers { (state.heldAnswers, answer) = (held + answer, []) }
        case .endOfOutput: state.outputEnded = true
        case .status(let status): state.status = status
        }
      }
      wakeWaiters()
      return answer
    }

    /// Resumes every waiter to check the state again.
    func wakeWaiters() {
      let waiters = state.withLock { state in
        state.generation += 1
        defer { state.waiters = [] }
        return state.waiters
      }
      waiters.forEach { $0.resume() }
    }

    /// Waits until there is an event after a generation, or the task is canceled.
    func change(after generation: Int) async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isPast = state.withLock { state in
            if state.generation == generation { state.waiters.append(continuation) }
            return state.generation != generation
          }
          if isPast { continuation.resume() }
        }
      } onCancel: {
        wakeWaiters()
      }
    }

    /// Returns the first non-nil result of `look`, which is called after every event; nil at the deadline.
    func wait<Found>(
      until deadline: ContinuousClock.Instant, _ look: (State) throws -> Found?
    ) async throws -> Found? {
      let alarm = Task {
        try await Task.sleep(until: deadline, clock: .continuous)
        wakeWaiters()
      }
      defer { alarm.cancel() }
      while true {
        let state = now
        if let found = try look(state) { return found }
        try Task.checkCancellation()
        if ContinuousClock.now >= deadline { return nil }
        await change(after: state.generation)
      }
    }
  }
}
