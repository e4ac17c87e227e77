import TestSupport
import Testing

@Suite("Terminals with other widths than the C library", .fewAtOnce)
struct WidthTests {
  private static let titles = [
    "नीलगिरि की रेल", "मीरा कुलश्रेष्ठ", "down", "क्षत्रिय", "1", "👍👍 thumbs ❤", "กำลังใจ", "cafe\u{301} noir", "山田太郎",
    "plain title of some length", "สวัสดี", "తెలుగు", "Zażółć", "🦉 owl at dusk",
  ]

  private static let photos = (0..<60).map { index in
    let title = titles[index % titles.count]
    var photo = LoopbackPhoto(index + 1, "\(title) \(index)", by: titles[index * 5 % titles.count])
    photo.description = titles[index * 3 % titles.count]
    return photo
  }

  @Test(
    "After any keys the screen is the same as when it is redrawn, and borders stand straight",
    arguments: [
      Marks(marks: 0, spacing: 0, emoji: 1), Marks(marks: 0, spacing: 0, emoji: 2),
      Marks(marks: 1, spacing: 1, emoji: 2),
    ], [(110, 20), (40, 12)])
  func scrolling(marks: Marks, size: (Int, Int)) async throws {
    let home = try await Home(photos: Self.photos)
    var persona = TerminalModel.Persona.xterm
    persona.widths.marks = marks.marks
    persona.widths.spacingMarks = marks.spacing
    persona.widths.emoji = marks.emoji
    let session = try home.browse(size: .init(columns: size.0, rows: size.1), persona: persona)
    try await session.wait(until: "photographers") { $0.panes.first?.cursor != nil }
    session.type("a")
    try await session.wait(for: "All photos")
    let seed = Seeds.one
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let keys = (0..<6).map { _ in
        ["j", "k", "\u{4}", "\u{15}", "g", "G", "s", "5j", "h", "l"].randomElement(using: &random) ?? "j"
      }
      session.type(keys.joined())
      session.press(.escape)
      try await session.waitForRest(.milliseconds(100))
      let before = session.screen
      session.press(.ctrl("l"))
      try await session.waitForRest(.milliseconds(100))
      #expect(before.body == session.screen.body, "seed \(seed), \(keys)\n\(before)\n\(session.screen)")
      if session.screen.panes.first?.cursor != nil {
        #expect(session.screen.crookedRows == [], "seed \(seed), \(keys)\n\(session.screen)")
      }
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test(
    "Where characters of ambiguous width take two columns, titles are whole and all columns stand straight",
    arguments: [(110, 20), (80, 24), (40, 12)])
  func ambiguous(size: (Int, Int)) async throws {
    let titles = [
      "Москва река", "cafés à Zürich", "“Quoted” – dash …", "①②③ ★ ♪", "αβγ Ω", "plain title", "山田太郎",
    ]
    let home = try await Home(
      photos: titles.enumerated().map { LoopbackPhoto($0 + 1, $1, by: titles[($0 + 1) % titles.count]) })
    var persona = TerminalModel.Persona.xterm
    persona.widths.ambiguous = 2
    let session = try home.browse(size: .init(columns: size.0, rows: size.1), persona: persona)
    // The frames are made of ASCII there.
    try await session.wait(for: "+- Photographers ")
    session.type("a")
    try await session.wait(for: "+- All photos ")
    for title in ["Москва", "cafés à Zürich", "αβγ Ω", "山田太郎"] {
      session.type("/\(title.prefix(4))\r")
      try await session.wait(for: title)
    }
    for keys in ["g", "j", "G", "k", "i", "\u{1B}", "?", "\u{1B}", "v", "v", "h", "j", "G"] {
      session.type(keys)
      try await session.waitForRest(.milliseconds(100))
      let screen = session.screen
      session.press(.ctrl("l"))
      try await session.waitForRest(.milliseconds(100))
      #expect(screen.body == session.screen.body, "\(keys)\n\(screen)\n\(session.screen)")
      #expect(screen.rowsOffFrame == [], "\(keys)\n\(screen)")
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  /// Columns of marks and emoji.
  struct Marks: Sendable {
    let marks: Int
    let spacing: Int
    let emoji: Int
  }
}

extension TerminalModel.Screen {
  /// The rows in which an edge of the outermost frame is missing, of frames in ASCII.
  fileprivate var rowsOffFrame: [String] {
    let last = lines.lastIndex { $0.hasPrefix("+") } ?? 0
    guard last > 1, let right = rows[0].lastIndex(where: { $0.text == "+" }) else { return ["no frame"] }
    return (1..<last).filter { rows[$0][0].text != "|" || !["|", "#"].contains(rows[$0][right].text) }.map(
      line)
  }
}
