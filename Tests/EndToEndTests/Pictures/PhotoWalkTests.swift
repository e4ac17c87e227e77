import TestSupport
import Testing

@Suite("A photo alone, in terminals of every kind", .fewAtOnce)
struct PhotoWalkTests {
  /// All photos of the sample roll as a list of lines, with the cursor on the first.
  private func open(
    _ viewer: Viewer, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) async throws -> (home: Home, session: TerminalSession) {
    let home = try await Home.withSamples()
    let session = try home.browse(
      size: .init(columns: columns, rows: rows), environment: environment, persona: viewer.persona)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("ag")
    try await session.wait(until: "all photos") {
      $0.isAt(1, of: 110) && $0.panes.contains { $0.top.contains("All") }
    }
    return (home, session)
  }

  /// Waits until a whole photo is seen alone, in full.
  private func whole(
    _ text: String, _ session: TerminalSession, _ viewer: Viewer, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await session.wait(until: "all of \(text)", line: line) {
      $0.panes.isEmpty && $0.contains(text) && $0.shows(1, of: viewer) && !$0.showsDraft(of: viewer)
    }
  }

  /// Waits for another picture than that of before.
  @discardableResult
  private func other(
    than before: Look, _ session: TerminalSession, _ viewer: Viewer, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await session.wait(until: "another picture", line: line) {
      $0.panes.isEmpty && $0.shows(1, of: viewer) && $0.look != before
    }
  }

  @Test("The wheel zooms, and an enlarged one can be dragged", arguments: [Viewer.kitty, .sixel])
  func mouse(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer)
    defer { withExtendedLifetime(home) {} }
    session.press(.enter)
    let whole = try await whole("1/110", session, viewer)
    session.press(.mouse(.init(.press(.wheelUp), at: .init(row: 10, column: 40))))
    session.press(.mouse(.init(.press(.wheelUp), at: .init(row: 10, column: 40))))
    let large = try await other(than: whole.look, session, viewer)
    session.press(
      .mouse(.init(.press(.left), at: .init(row: 10, column: 40))),
      .mouse(.init(.drag(.left), at: .init(row: 10, column: 60))),
      .mouse(.init(.release(.left), at: .init(row: 10, column: 60))))
    try await other(than: large.look, session, viewer)
    for _ in 0..<4 { session.press(.mouse(.init(.press(.wheelDown), at: .init(row: 10, column: 40)))) }
    try await session.wait(until: "the whole photo") { $0.images == whole.images || $0.look == whole.look }
  }

  @Test("kitty has the image of the next one before a key asks for it")
  func imageAhead() async throws {
    let viewer = Viewer.kitty
    let (home, session) = try await open(viewer)
    defer { withExtendedLifetime(home) {} }
    session.press(.enter)
    for number in 1...4 {
      let before = try await session.wait(until: "photo \(number) and the images of those around") {
        $0.contains("\(number)/110") && $0.shows(1, of: viewer)
          && $0.heldImages(withSideOf: Viewer.leastSideInFull).count > number
      }
      session.type("n")
      let next = try await session.wait(until: "photo \(number + 1)") {
        $0.contains("\(number + 1)/110") && $0.shows(1, of: viewer) && $0.look != before.look
      }
      #expect(before.heldImages.contains(next.pictures[0].id))
    }
    try await session.leave()
    #expect(session.screen.heldImages == [])
  }

  @Test(
    "t shows the photos around below it, which can be clicked, and the next session shows them again",
    arguments: [Viewer.kitty, .sixel])
  func strip(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer)
    session.press(.enter)
    try await session.wait(until: "the photo") { $0.panes.isEmpty && $0.shows(1, of: viewer) }
    session.type("t")
    // On 80x24 the strip has three lines, so a tile has nine columns, and seven fit.
    let first = try await session.wait(until: "the strip") { $0.contains("1/110") && $0.shows(8, of: viewer) }
    let tiles = first.pictures.filter { $0.rows <= 3 }.sorted { $0.position.column < $1.position.column }
    #expect(tiles.count == 7 && Set(tiles.map(\.position.row)).count == 1)
    let third = tiles[2].position
    session.press(
      .mouse(.init(.press(.left), at: .init(row: third.row + 1, column: third.column + 3))),
      .mouse(.init(.release(.left), at: .init(row: third.row + 1, column: third.column + 3))))
    let clicked = try await session.wait(until: "the third photo") {
      $0.contains("3/110") && $0.shows(8, of: viewer) && $0.look != first.look
    }
    session.press(.mouse(.init(.press(.wheelDown), at: .init(row: third.row + 1, column: 40))))
    try await session.wait(until: "the fourth photo") {
      $0.contains("4/110") && $0.shows(8, of: viewer) && $0.look != clicked.look
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    let again = try home.browse(persona: viewer.persona)
    try await again.wait(until: "all photos") { $0.isAt(4, of: 110) }
    again.press(.enter)
    try await again.wait(until: "the strip again") { $0.contains("4/110") && $0.shows(8, of: viewer) }
    again.type("t")
    try await again.wait(until: "the photo alone") { $0.contains("4/110") && $0.shows(1, of: viewer) }
  }

  @Test("An enlarged one has its scale and a drawing of what is seen beside its caption")
  func navigator() async throws {
    let (home, session) = try await open(.kitty)
    defer { withExtendedLifetime(home) {} }
    session.press(.enter)
    let whole = try await session.wait(until: "the photo") { $0.panes.isEmpty && $0.shows(1, of: .kitty) }
    #expect(!whole.text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
    session.type("z")
    let exact = try await session.wait(until: "its pixels") {
      $0.contains("100 %  1/110") && $0.contains("⣿")
    }
    session.type("lll")
    try await session.wait(until: "another part") { screen in
      screen.contains("100 %  1/110") && screen.lines.suffix(3) != exact.lines.suffix(3)
    }
    session.type("z")
    try await session.wait(until: "the whole photo") { !$0.contains(" %  1/110") && !$0.contains("⣿") }
  }

  @Test(
    "] and [ turn it, wherever it is shown, which u undoes and the next session keeps",
    arguments: [Viewer.kitty, .sixel])
  func turning(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer)
    session.press(.enter)
    let before = try await session.wait(until: "the photo") { $0.panes.isEmpty && $0.shows(1, of: viewer) }
    try await session.type("]", andWaitForFoot: "Turned “")
    let turned = try await session.wait(until: "another shape") { screen in
      screen.shows(1, of: viewer) && screen.pictures[0].columns != before.pictures[0].columns
    }
    session.type("u")
    try await session.wait(until: "the former shape") {
      $0.shows(1, of: viewer) && $0.pictures[0].columns == before.pictures[0].columns
    }
    session.press(.ctrl("r"))
    try await session.wait(until: "turned again") {
      $0.shows(1, of: viewer) && $0.pictures[0].columns == turned.pictures[0].columns
    }
    try await session.leave()
    let next = try home.browse(size: .init(columns: 80, rows: 24), persona: viewer.persona)
    try await next.wait(until: "the list") { $0.isAt(1, of: 110) }
    next.press(.enter)
    try await next.wait(until: "turned still") {
      $0.shows(1, of: viewer) && $0.pictures[0].columns == turned.pictures[0].columns
    }
  }

  @Test(
    "Enter shows it; next, back, zoom, pan and fill; q goes back to it in the list",
    arguments: Viewer.allCases)
  func walk(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer)
    session.press(.enter)
    let first = try await whole("1/110", session, viewer)
    #expect(first.contains("1/110") && first.contains("©"))
    #expect(
      first.pictures.allSatisfy { $0.position.row + $0.rows <= 21 && $0.position.column + $0.columns <= 80 })
    session.type("n")
    try await other(than: first.look, session, viewer)
    _ = try await whole("2/110", session, viewer)
    // Without synchronized frames the first look may be at half a picture.
    try await session.waitForRest()
    let second = session.screen
    #expect(second.contains("2/110"))
    session.type("N")
    try await session.wait(until: "the first again") {
      $0.contains("1/110") && $0.images == first.images && $0.waiting == 0
    }
    session.type("n+")
    var screen = try await session.wait(until: "the second enlarged") {
      $0.contains("2/110") && $0.shows(1, of: viewer) && $0.look != second.look
    }
    session.type("++")
    screen = try await other(than: screen.look, session, viewer)
    for key: TerminalSession.Key in [.right, .down, .left] {
      session.press(key)
      screen = try await other(than: screen.look, session, viewer)
      #expect(screen.contains("2/110"))
    }
    session.type("20-")
    try await session.wait(until: "the whole of it") {
      $0.look.cells == second.look.cells && $0.images == second.images
    }
    session.type("f")
    screen = try await other(than: second.look, session, viewer)
    session.type("f")
    try await session.wait(until: "the whole of it") {
      $0.look.cells == second.look.cells && $0.images == second.images
    }
    session.type("5n")
    try await session.wait(until: "the seventh") { $0.contains("7/110") && $0.shows(1, of: viewer) }
    session.type("q")
    let list = try await session.wait(until: "the list") { $0.isAt(7, of: 110) && $0.panes.count == 2 }
    #expect(list.pictures.isEmpty && list.crookedRows == [])
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("Help and details come over it and go without a trace", arguments: Viewer.allCases)
  func covering(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer)
    session.press(.enter)
    let before = try await whole("1/110", session, viewer)
    for (key, text) in [("?", "Fill or fit"), ("i", "Esc close")] {
      session.type(key)
      let covered = try await session.wait(for: text == "Fill or fit" ? "Fill the screen" : text)
      if viewer.kind != .placeholders { #expect(covered.pictures.isEmpty) }
      session.press(.escape)
      try await session.wait(until: "the photo again") { $0.look == before.look && $0.face == before.face }
    }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test(
    "After a deletion in the photo screen, the next photo is shown, and undo restores the first",
    arguments: [Viewer.kitty, .sixel, .xterm])
  func deleting(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer)
    session.press(.enter)
    let first = try await whole("1/110", session, viewer)
    session.type("d")
    try await other(than: first.look, session, viewer)
    #expect(session.screen.contains("1/109"))
    session.type("u")
    try await session.wait(until: "the photo again") {
      $0.contains("1/110") && $0.images == first.images && $0.look.cells == first.look.cells
    }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("What is selected in the list stays when the photo that is seen is deleted")
  func deletingBesideSelection() async throws {
    let (home, session) = try await open(.xterm)
    session.type("  ")
    try await session.wait(until: "two selected") { $0.foot.contains("2 selected") && $0.isAt(3, of: 110) }
    session.press(.enter)
    try await session.wait(until: "the third photo") { $0.panes.isEmpty && $0.contains("3/110") }
    session.type("d")
    try await session.wait(until: "the next one") { $0.contains("3/109") && $0.foot.contains("Deleted “") }
    session.type("q")
    try await session.wait(until: "the list") { $0.isAt(3, of: 109) && $0.panes.count == 2 }
    let list = session.screen
    #expect(list.rows.joined().filter { $0.text == "●" }.count == 2)
    try await session.type("d", andWaitForFoot: "Deleted 2 photos")
    try await session.wait(until: "the rest") { $0.isAt(1, of: 107) }
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test("Beside the list, the photo under the cursor is seen above its details", arguments: Viewer.allCases)
  func preview(viewer: Viewer) async throws {
    let (home, session) = try await open(viewer, columns: 120, rows: 40)
    func look(_ number: Int, not before: Look? = nil) async throws -> TerminalModel.Screen {
      try await session.wait(until: "photo \(number) and its picture") {
        $0.isListAt(number, of: 110) && $0.shows(1, of: viewer) && $0.look != before
      }
    }
    let first = try await look(1)
    #expect(first.panes.count == 3 && first.panes[2].contains("Title"))
    let left = first.panes[0].top.count + first.panes[1].top.count - 2
    #expect(first.pictures.allSatisfy { $0.position.column > left && $0.position.row + $0.rows < 22 })
    session.type("j")
    let second = try await look(2, not: first.look)
    session.type("k")
    let again = try await look(1, not: second.look)
    #expect(again.look == first.look && again.crookedRows == [])
    try await session.leave()
    withExtendedLifetime(home) {}
  }

  @Test(
    "The photo screen fits windows of every size, without colors, without Unicode",
    arguments: [
      Surroundings(20, 5), Surroundings(40, 12), Surroundings(80, 24, "NO_COLOR", "1"),
      Surroundings(80, 24, "LC_ALL", "C"), Surroundings(80, 24, "TERM", "vt100"),
      Surroundings(80, 24, "COLORTERM", "truecolor"),
    ])
  func surroundings(_ surroundings: Surroundings) async throws {
    let environment = surroundings.environment
    for viewer in [Viewer.xterm, .kitty, .sixel] {
      let home = try await Home.withSamples()
      let session = try home.browse(
        size: surroundings.size, environment: environment, persona: viewer.persona
      )
      try await session.wait(until: "the photographers") { $0.contains("35mm") }
      session.type("avg")
      try await session.wait(until: "the sheet") { $0.contains("/110") && $0.waiting == 0 }
      session.press(.right, .enter)
      try await session.wait(until: "the photo") {
        $0.contains("2/110") && !$0.contains("╮") && $0.waiting == 0
      }
      if environment["NO_COLOR"] != nil {
        let styles = session.screen.rows.joined().map(\.style)
        #expect(styles.allSatisfy { $0.foreground == .standard && $0.background == .standard })
      }
      if environment["LC_ALL"] == "C" {
        #expect(session.screen.text.unicodeScalars.allSatisfy { $0.isASCII })
      }
      #expect(session.screen.pictures.allSatisfy { !$0.isDamaged })
      session.type("nq")
      try await session.wait(until: "the sheet") { $0.contains("3/110") && $0.waiting == 0 }
      try await session.leave()
    }
  }
}

/// A window and the environment of the program.
struct Surroundings: Sendable, CustomTestStringConvertible {
  let size: TerminalSession.Size
  let environment: [String: String]

  init(_ columns: Int, _ rows: Int, _ variable: String = "LANG", _ value: String = "C.UTF-8") {
    size = .init(columns: columns, rows: rows)
    environment = [variable: value]
  }

  var testDescription: String { "\(size.columns) by \(size.rows), \(environment)" }
}

extension TerminalModel.Screen {
  /// Whether the cursor of the photos in the middle is on the one with that number.
  func isListAt(_ number: Int, of count: Int) -> Bool {
    panes.count == 3 && panes[1].bottom.contains(" \(number)/\(count) ")
  }
}
