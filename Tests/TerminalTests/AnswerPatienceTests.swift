import TestSupport
import Testing

@testable import Terminal

@Suite("The time for which answers are awaited")
struct AnswerPatienceTests {
  private var patience = AnswerPatience()

  @Test("is that of a near terminal until answers take longer")
  mutating func near() {
    #expect(patience.limit == AnswerPatience.shortest && !patience.knowsWay)
    for _ in 0..<3 { patience.record(.milliseconds(20)) }
    #expect(patience.limit == AnswerPatience.shortest && patience.knowsWay)
  }

  @Test("is twice that of a slow answer at once, and shorter after many quick ones")
  mutating func far() {
    patience.record(.milliseconds(20))
    patience.record(.milliseconds(600))
    #expect(patience.limit == .milliseconds(1_200))
    patience.record(.milliseconds(20))
    #expect(patience.limit > .milliseconds(600))
    for _ in 0..<20 { patience.record(.milliseconds(20)) }
    #expect(patience.limit == AnswerPatience.shortest)
    patience.record(.seconds(60))
    #expect(patience.limit == AnswerPatience.longest)
  }

  @Test(
    "is long enough for an answer that takes as long as the one before, which is not typed into the shell")
  func shell() async throws {
    let script = "'\(try Products.executable("picturewalk"))'; stty raw -echo min 0 time 5; cat -v; echo done"
    // An answer takes at most twice as long as the one before.
    let (way, limit) = (Duration.milliseconds(900), Duration.milliseconds(1_500))
    while true {
      let session = try TerminalSession("/bin/sh", arguments: ["-c", script], persona: .silent)
      try await session.wait(until: "the first questions") { _ in
        String(decoding: session.output(), as: UTF8.self).contains("\u{1b}[c")
      }
      try await Task.sleep(for: way)
      session.type("\u{1b}[6;15;7t\u{1b}[?62c")
      try await session.wait(for: " 7x15 ")
      let start = ContinuousClock.now
      try session.resize(.init(columns: 90, rows: 24))
      try await session.wait(for: " 90x24 ")
      session.type("q")
      // Longer than a near terminal is waited for.
      try await Task.sleep(for: .milliseconds(700))
      session.type("\u{1b}[6;15;7t")
      let elapsed = ContinuousClock.now - start
      #expect(try await session.exit() == .exited(0))
      // On a machine that is so busy, the program rightly gave up.
      guard elapsed < limit else { continue }
      #expect(session.screen.lines.filter { !$0.isEmpty } == ["done"])
      return
    }
  }
}
