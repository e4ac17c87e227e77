internal import Synchronization

extension TerminalSession {
  /// What the session knows of its program, kept up to date by the threads of the pseudo-terminal.
  final class Display: Sendable {
    struct State: Sendable {
      var model: TerminalModel
      /// What came, in the chunks it came in, so that a copy of the state is cheap while more comes.
      var output: [[UInt8]] = []
      var outputCount = 0
      var status = PseudoTerminal.Status.running
      var outputEnded = false
      var firstArrival: ContinuousClock.Instant?
      var lastArrival: ContinuousClock.Instant?
      /// Counts what happened, so that a waiter sees that it missed something while it looked.
      fileprivate(set) var generation = 0
      fileprivate var waiters: [CheckedContinuation<Void, Never>] = []

      /// Whether the process is gone and everything it wrote is on the screen.
      var hasEnded: Bool { status.isEnd && outputEnded }
    }

    private let state: Mutex<State>

    init(model: TerminalModel) { state = Mutex(State(model: model)) }

    var now: State { state.withLock { $0 } }

    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Takes an event and returns what the terminal answers to it.
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
        case .endOfOutput: state.outputEnded = true
        case .status(let status): state.status = status
        }
      }
      wakeWaiters()
      return answer
    }

    /// Lets every waiter look again.
    func wakeWaiters() {
      let waiters = state.withLock { state in
        state.generation += 1
        defer { state.waiters = [] }
        return state.waiters
      }
      waiters.forEach { $0.resume() }
    }

    /// Returns when something happened after a generation, or the task was cancelled.
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

    /// Returns what `look` finds, which is called anew after everything that happens; nil at the deadline.
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
