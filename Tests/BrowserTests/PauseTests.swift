import Testing

@testable import Browser

@MainActor @Suite("Work after a pause")
struct PauseTests {
  /// The work that was done, and a bell that rings each time.
  @MainActor private final class Record {
    let bell = Bell()
    private(set) var done: [String] = []
    private(set) var times: [ContinuousClock.Instant] = []
    /// The time at which work was last asked for.
    var asked = ContinuousClock.now
    var wasWaiting = false

    func add(_ work: String) {
      done.append(work)
      times.append(.now)
      bell.ring()
    }

    /// Asks for work that is added under a name.
    func ask(_ pause: Pause, for work: String) {
      asked = .now
      pause.run { self.add(work) }
    }
  }

  @Test("Of several works in quick succession the last one is done, once")
  func last() async throws {
    let (pause, record) = (Pause(.milliseconds(20)), Record())
    for number in 1...100 {
      record.ask(pause, for: "\(number)")
      #expect(pause.isWaiting)
    }
    try await record.bell.wait { !record.done.isEmpty }
    #expect(record.done == ["100"] && !pause.isWaiting)
    #expect(record.times[0] - record.asked >= pause.length)
    // Nothing is left over that would come before later work.
    record.ask(pause, for: "later")
    try await record.bell.wait { record.done.count > 1 }
    #expect(record.done == ["100", "later"])
  }

  @Test("Work that is asked for again during the pause waits for a whole pause from then on")
  func moved() async throws {
    let (pause, other, record) = (Pause(.milliseconds(60)), Pause(.milliseconds(20)), Record())
    record.ask(pause, for: "first")
    other.run {
      record.wasWaiting = pause.isWaiting
      record.ask(pause, for: "second")
    }
    try await record.bell.wait { record.done.last == "second" }
    // On a busy machine, the first pause may be over before it is begun again.
    #expect(record.done == (record.wasWaiting ? ["second"] : ["first", "second"]))
    #expect((record.times.last ?? record.asked) - record.asked >= pause.length && !pause.isWaiting)
  }

  @Test("Canceled work is not done, and work that is asked for after it is")
  func canceling() async throws {
    let (pause, record) = (Pause(.milliseconds(20)), Record())
    record.ask(pause, for: "canceled")
    pause.cancel()
    #expect(!pause.isWaiting)
    record.ask(pause, for: "wanted")
    try await record.bell.wait { !record.done.isEmpty }
    #expect(record.done == ["wanted"])
    #expect(record.times[0] - record.asked >= pause.length)
  }

  @Test("Work can ask for work")
  func again() async throws {
    let (pause, record) = (Pause(.milliseconds(5)), Record())
    pause.run {
      #expect(!pause.isWaiting)
      record.ask(pause, for: "next")
    }
    try await record.bell.wait { record.done == ["next"] }
    #expect(!pause.isWaiting)
  }

  @Test("Work is done even if no one else retains the pause")
  func released() async throws {
    let record = Record()
    record.ask(Pause(.milliseconds(5)), for: "work")
    try await record.bell.wait { record.done == ["work"] }
  }
}
