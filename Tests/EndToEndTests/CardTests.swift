import TestSupport
import Testing

@Suite("Cards and prompts over the lists", .fewAtOnce)
struct CardTests {
  @Test(
    "The status line names only keys that work while a prompt or a card is open", arguments: [120, 80, 40])
  func hints(columns: Int) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: columns, rows: 24))
    try await session.wait(for: "Ann")
    for (keys, text) in [("/", "Search:"), ("f", "Filter:"), ("S", "Look at:")] {
      let screen = try await session.type(keys, andWaitForFoot: text)
      #expect(screen.statusLine.contains("Esc cancel"))
      #expect(!screen.statusLine.contains("d delete") && !screen.statusLine.contains("? help"))
      session.press(.escape)
      try await session.wait(forFoot: "? help")
    }
    for (keys, title) in [("?", "─ Help ─"), ("!", "─ Messages ─"), ("i", "─ Details ─")] {
      session.type(keys)
      let screen = try await session.wait(until: title) { screen in
        screen.contains("Esc close") && screen.contains(title.replacing("─", with: ""))
      }
      #expect(!screen.statusLine.contains("d delete") && !screen.statusLine.contains("? help"))
      session.press(.escape)
      try await session.wait(forFoot: "? help")
    }
  }

  @Test("A card that would leave only slivers of the lists covers the whole width", arguments: [40, 80, 86])
  func width(columns: Int) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: columns, rows: 24))
    try await session.wait(for: "Ann")
    for (keys, title) in [("?", " Help "), ("!", " Messages "), ("i", " Details "), ("S", " Look at ")] {
      session.type(keys)
      let screen = try await session.wait(for: title)
      let top = try #require(screen.lines.first { $0.contains(title) })
      #expect(top.hasPrefix("╭─\(title)─") && top.hasSuffix("╮") && top.count == columns)
      session.press(.escape)
      try await session.wait(forFoot: "? help")
    }
  }

  @Test("Details that do not fit have a scroll bar, and those that fit have none", arguments: [12, 30])
  func scrollBar(rows: Int) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: 40, rows: rows))
    try await session.wait(for: "Ann")
    session.type("i")
    let screen = try await session.wait(for: "Esc close")
    #expect(screen.lines.contains { $0.hasSuffix("┃") } == (rows == 12))
  }
}
