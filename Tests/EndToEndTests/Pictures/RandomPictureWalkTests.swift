import TestSupport
import Testing

@Suite("Random walks through pictures", .fewAtOnce)
struct RandomPictureWalkTests {
  private typealias Key = TerminalSession.Key

  private static let walks = Viewer.allCases.flatMap { viewer in
    Seeds.range(quick: 1, long: 20).map { (viewer, $0) }
  }
  private static let texts = [
    "h", "j", "k", "l", "+", "-", " ", "v", "v", "d", "u", "n", "N", "f", "g", "G", "a", "s", "i", "#", "[",
    "]", "?", "5j", "t", "t",
    "3l", "V", "A", "~", "O", "L", "L", "{", "}", "z", "!", "\u{1B}[200~harbor year:2024\u{1B}[201~",
  ]
  private static let keys: [Key] = [
    .up, .down, .left, .right, .enter, .enter, .escape, .tab, .pageUp, .pageDown, .home, .end, .ctrl("r"),
    .ctrl("d"), .ctrl("l"),
  ]
  private static let sizes = [(120, 40), (80, 24), (20, 5), (40, 12), (19, 4), (160, 50), (110, 30)]

  private func step(_ session: TerminalSession, _ random: inout SeededGenerator) throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let (columns, rows) = Self.sizes.randomElement(using: &random) ?? (80, 24)
      try session.resize(.init(columns: columns, rows: rows))
    case 1, 2:
      let (columns, rows) = (session.screen.rows[0].count, session.screen.rows.count)
      let place = TerminalModel.Position(
        row: .random(in: 0..<rows, using: &random), column: .random(in: 0..<columns, using: &random))
      let buttons: [[Key]] = [
        Key.click(place), Key.click(place) + Key.click(place), [.mouse(.init(.press(.wheelDown), at: place))],
        [.mouse(.init(.press(.wheelUp), at: place))],
      ]
      session.press(buttons.randomElement(using: &random) ?? [])
    case 3...9: session.press(Self.keys.randomElement(using: &random) ?? .down)
    default: session.type(Self.texts.randomElement(using: &random) ?? "j")
    }
  }

  /// Presses a key and waits until the screen no longer changes.
  private func press(_ session: TerminalSession, _ key: Key) async throws -> TerminalModel.Screen {
    session.press(key)
    try await session.waitForRest()
    return session.screen
  }

  @Test("Whatever is done, Ctrl-L changes nothing, and nothing is left behind", arguments: walks)
  func walk(viewer: Viewer, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let home = try await Home.withSamples()
    let session = try home.browse(size: .init(columns: 120, rows: 40), persona: viewer.persona)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("avg")
    try await session.wait(until: "the sheet") { $0.panes.count == 2 && $0.isAt(1, of: 110) }
    for _ in 1...6 {
      for _ in 1...25 { try step(session, &random) }
      var before = try await press(session, .escape)
      // A message about the effect of Esc ends by itself, or with the next one.
      if before.foot.contains("no longer selected") { before = try await press(session, .escape) }
      let after = try await press(session, .ctrl("l"))
      #expect(after.waiting == 0)
      #expect(after.pictures.count <= 30)
      if viewer.kind != .placeholders { #expect(after.pictures.allSatisfy { !$0.isDamaged }) }
      try #require(
        after.face == before.face && after.look == before.look, "before:\n\(before)\nafter:\n\(after)")
    }
    try await session.leave()
    try await home.run("check").expectSuccess()
  }
}
