import Foundation
import TestSupport
import Testing

@Suite("Facets", .fewAtOnce)
struct FacetTests {
  private func open() async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("a")
    try await session.wait(for: "/8")
    return (home, session)
  }

  @Test("f takes facets and text, shows what does not fit above the prompt, and Tab completes with counts")
  func filtering() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("fby", andWaitForFoot: "Filter: by")
    session.press(.tab)
    try await session.wait(for: "a photographer, such as by:ann")
    try await session.wait(forFoot: "Filter: by:")
    session.press(.tab)
    let screen = try await session.wait(for: "by:Ann")
    // The counts of the list.
    #expect(screen.lines.contains { $0.contains("by:Ann") && $0.contains(" 4 ") })
    try await session.wait(for: "/by:Ann")
    session.press(.enter)
    try await session.wait(until: "the photos of Ann") { $0.panes[1].bottom.contains("/4") }
    session.type("f")
    session.press(.ctrl("u"))
    try await session.type("year:20", andWaitForFoot: "“20” does not fit year")
    session.press(.enter)
    try await session.wait(forFoot: "Filter: year:20")
    session.press(.escape)
    try await session.wait(until: "the former filter") {
      $0.contains("/by:Ann") && $0.panes[1].bottom.contains("/4")
    }
    session.type("f")
    session.press(.ctrl("u"))
    try await session.type("year:2020 year:2021", andWaitForFoot: "No photo has both year:2020 and year:2021")
  }

  @Test("A word that is no facet is named, and facets in the left list lead to the photos")
  func mistakes() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("fyaer:2024", andWaitForFoot: "“yaer:” is no facet, and is looked for as a text")
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    session.press(.tab)
    try await session.type("fby:ann", andWaitForFoot: "Facets filter photos: Esc, a for all photos, then f")
  }

  @Test("Tab offers towns behind near:, with their countries, and those that are meant by their state")
  func towns() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("fnear:lisb", andWaitForFoot: "Filter: near:lisb")
    session.press(.tab)
    let screen = try await session.wait(forFoot: "Filter: near:Lisbon")
    #expect(screen.lines.contains { $0.contains("near:Lisbon") && $0.contains("Portugal") })
    session.press(.ctrl("u"))
    try await session.type("near:\"paris, t", andWaitForFoot: "Filter: near:\"paris, t")
    session.press(.tab)
    try await session.wait(forFoot: "Filter: near:\"Paris, Texas\"")
  }

  @Test("Counts that Tab offers follow deletions and their undo")
  func counts() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    func count(_ expected: Int) async throws {
      try await session.type("fby:", andWaitForFoot: "Filter: by:")
      session.press(.tab)
      try await session.wait(until: "\(expected) photos of Ann") { screen in
        screen.lines.contains { $0.contains("by:Ann") && $0.contains(" \(expected) ") }
      }
      session.press(.escape)
      try await session.wait(forFoot: "? help")
    }
    try await count(4)
    try await session.type("gd", andWaitForFoot: "Deleted “Anchor”")
    try await count(3)
    try await session.type("u", andWaitForFoot: "Brought back “Anchor”")
    try await count(4)
  }

  @Test("A filter is saved as a smart collection, which S lists also in the next session")
  func saving() async throws {
    let (home, session) = try await open()
    try await session.type(":save x\r", andWaitForFoot: "No filter yet")
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    session.type("f-by:ann\r")
    try await session.wait(until: "the other photos") { $0.panes[1].bottom.contains("/4") }
    try await session.type(":save the others\r", andWaitForFoot: "Saved “-by:ann” as the others")
    try await session.type("f", andWaitForFoot: "Filter: ")
    session.press(.ctrl("u"), .enter)
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/8") }
    try await session.type(":source the others\r", andWaitFor: "─ the others ─")
    try await session.wait(until: "the collection") { $0.panes[1].bottom.contains("/4") }
    session.type(":q\r")
    #expect(try await session.exit() == .exited(0))
    let next = try home.browse(size: .init(columns: 120, rows: 24))
    try await next.wait(for: "─ the others ─")
    try await next.type("S", andWaitForFoot: "Look at: the others")
    try await next.wait(for: "-by:ann")
    next.press(.escape)
    try await next.wait(forFoot: "? help")
    try await next.type(":forget the others\r", andWaitForFoot: "Deleted the smart collection the others")
    try await next.type("u", andWaitForFoot: "Undone: deleting the search")
  }

  @Test("The search finds facets, and goes from match to match")
  func searching() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("g/-by:Ann\r", andWaitForFoot: "4 found")
    try await session.type("n", andWaitFor: "6/8")
  }
}
