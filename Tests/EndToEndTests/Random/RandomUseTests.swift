import Foundation
import TestSupport
import Testing

/// LONG_TESTS asks for ten minutes.
@Suite("Random use", .fewAtOnce)
struct RandomUseTests {
  private static let walks = Viewer.allCases.map { viewer in
    (viewer, Seeds.range(quick: 1, long: 1).lowerBound)
  }
  private static let duration = Seeds.areMany ? Duration.seconds(100) : .zero
  /// A quick run may share the machine with other tests.
  private static let longestAnswer = Seeds.areMany ? Duration.seconds(1) : .seconds(30)

  /// Presses a key and waits until the screen no longer changes.
  private func press(_ session: TerminalSession, _ key: TerminalSession.Key) async throws
    -> TerminalModel.Screen
  {
    session.press(key)
    try await session.waitForRest()
    return session.screen
  }

  /// Presses Esc until nothing is left to close and no message is in view: screens lie over each other, and what Esc ends last,
  /// such as a selection, is said in a message that the next key ends, or another one after a second.
  private func pressEscape(_ session: TerminalSession) async throws -> TerminalModel.Screen {
    var screen = try await press(session, .escape)
    for _ in 0..<10 {
      let last = screen.face
      screen = try await press(session, .escape)
      // A message has a line of its own above the status line.
      if screen.face == last, !screen.foot.contains("\n") { break }
    }
    return screen
  }

  /// Resizes the window, which the program answers with a frame, and returns the time until then.
  private func answerTime(of session: TerminalSession) async throws -> Duration {
    let (start, mark) = (ContinuousClock.now, session.mark)
    let (columns, rows) = (session.screen.rows[0].count, session.screen.rows.count)
    try session.resize(.init(columns: columns, rows: rows == 24 ? 25 : 24))
    try await session.wait(until: "an answer") { _ in session.mark != mark }
    return ContinuousClock.now - start
  }

  private func memory(of session: TerminalSession) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(session.process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) / 1024
  }

  @Test(
    "Whatever is done, the screen is right and soon, memory stays level, and nothing is left behind",
    arguments: walks)
  func anything(viewer: Viewer, seed: UInt64) async throws {
    var user = RandomUser(seed: seed)
    let home = try await Home.withSamples()
    let session = try home.browse(
      size: .init(columns: 120, rows: 40),
      environment: ["BROWSER": "true", "VISUAL": "true", "EDITOR": "true"], persona: viewer.persona)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("avg")
    try await session.wait(until: "the sheet") { $0.panes.count == 2 && $0.isAt(1, of: 110) }
    let start = ContinuousClock.now
    var (rounds, sizes): (Int, [Int]) = (0, [])
    while rounds < 6 || ContinuousClock.now - start < Self.duration {
      for step in 1...25 {
        try user.act(in: session)
        guard step % 5 == 0 else { continue }
        let time = try await answerTime(of: session)
        #expect(time < Self.longestAnswer, "seed \(seed), round \(rounds): \(session.screen)")
      }
      try session.resize(.init(columns: 120, rows: 40))
      let before = try await pressEscape(session)
      let after = try await press(session, .ctrl("l"))
      #expect(after.waiting == 0)
      #expect(after.pictures.count <= 30)
      if viewer.kind != .placeholders { #expect(after.pictures.allSatisfy { !$0.isDamaged }) }
      try #require(
        after.face == before.face && after.look == before.look,
        "seed \(seed), round \(rounds), before:\n\(before)\nafter:\n\(after)")
      sizes.append(try memory(of: session))
      rounds += 1
    }
    // The caches of pictures may fill to 120 MB.
    let (first, last) = (sizes[sizes.count / 2], sizes[sizes.count - 1])
    if Seeds.areMany { #expect(last < max(170, first * 5 / 4), "MB after each round: \(sizes)") }
    try await session.leave()
    try await home.run("check").expectSuccess()
  }
}
