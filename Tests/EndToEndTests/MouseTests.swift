import TestSupport
import Testing

@Suite("The mouse", .fewAtOnce)
struct MouseTests {
  private typealias Key = TerminalSession.Key

  private func wheel(_ button: TerminalSession.Mouse.Button, _ row: Int, _ column: Int) -> Key {
    .mouse(.init(.press(button), at: .init(row: row, column: column)))
  }

  @Test("A click on a hint presses its key: in the status line, behind a message and in a prompt")
  func hints() async throws {
    let home = try await Home(photos: threePhotographers)
    defer { withExtendedLifetime(home) {} }
    let session = try home.browse()
    var screen = try await session.wait(forCursor: "Anchor", inPane: 1)
    session.press(Key.click(try #require(screen.find("v sheet"))))
    // The hints move when the status line says that the pictures cannot be fetched.
    screen = try await session.wait(until: "the sheet, offline") {
      $0.contains("v list") && !$0.contains("›Bridge") && $0.foot.contains("offline")
    }
    session.press(Key.click(try #require(screen.find("v list"))))
    screen = try await session.wait(until: "the list, offline") {
      $0.foot.contains("v sheet") && $0.foot.contains("offline")
    }
    session.press(Key.click(try #require(screen.find("d delete"))))
    screen = try await session.wait(forFoot: "Deleted “Anchor”  u undo")
    session.press(Key.click(try #require(screen.find("u undo"))))
    screen = try await session.wait(forFoot: "Brought back “Anchor”")
    session.press(Key.click(try #require(screen.find("? help"))))
    try await session.wait(for: "Esc close")
    session.press(.escape)
    try await session.wait(until: "the lists") { !$0.contains("Esc close") }
    session.type(":")
    screen = try await session.wait(forFoot: "Esc cancel")
    session.press(Key.click(try #require(screen.find("Esc cancel"))))
    try await session.wait(forFoot: "? help")
  }

  @Test("A click selects a row and focuses its pane, a double click opens")
  func clicks() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    var screen = try await session.wait(forCursor: "Anchor", inPane: 1)
    session.press(Key.click(try #require(screen.find("Cid"))))
    screen = try await session.wait(forCursor: "Fog", inPane: 1)
    session.press(Key.click(try #require(screen.find("Harbour"))))
    screen = try await session.wait(until: "Harbour selected") { screen in
      screen.selections.contains { $0.hasPrefix("›Harbour") }
    }
    #expect(screen.panes[0].current?.hasPrefix("Cid") == true)
    let gate = Key.click(try #require(screen.find("Gate")))
    session.press(gate + gate)
    screen = try await session.wait(until: "the photo alone") { $0.panes.isEmpty }
    #expect(screen.contains("Gate") && screen.contains("2/3"))
    session.type("i")
    try await session.wait(for: "Esc close")
    session.press(Key.click(.init(row: 10, column: 20)))
    try await session.wait(until: "the details closed") { !$0.contains("Esc close") }
    session.type("n")
    try await session.wait(until: "the next photo") { $0.contains("Harbour") && $0.contains("3/3") }
    let middle = Key.click(.init(row: 10, column: 20))
    session.press(middle + middle)
    try await session.wait(forCursor: "Harbour", inPane: 1)
  }

  @Test("The wheel scrolls the pane under it, whatever has the focus")
  func wheel() async throws {
    let home = try Home()
    try await home.run("refresh").expectSuccess()
    let session = try home.browse()
    let before = try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.press(wheel(.wheelDown, 10, 5), wheel(.wheelDown, 10, 5))
    try await session.wait(until: "six lines further") { screen in
      screen.panes[0].lines.dropFirst().first?.dropFirst(3) == before.panes[0].lines[7].dropFirst(3)
    }
    session.press(wheel(.wheelUp, 10, 5), wheel(.wheelUp, 10, 5), wheel(.wheelUp, 10, 5))
    try await session.wait(until: "the beginning") {
      $0.panes[0].lines.dropFirst().first == before.panes[0].lines[1]
    }
    session.type("a")
    let all = try await session.wait(until: "all photos") {
      $0.panes.count == 2 && $0.panes[1].bottom.contains("/110") && $0.panes[1].top.contains("All")
    }
    session.press(wheel(.wheelDown, 10, 5))
    session.press(wheel(.wheelDown, 10, 60))
    let after = try await session.wait(until: "the photos scrolled") {
      $0.panes[1].lines != all.panes[1].lines
    }
    #expect(after.crookedRows == [])
  }

  @Test("The line between the panes can be dragged")
  func dragging() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    let before = try await session.wait(forCursor: "Anchor", inPane: 1)
    let border = before.panes[0].top.count - 1
    session.press(
      .mouse(.init(.press(.left), at: .init(row: 15, column: border))),
      .mouse(.init(.drag(.left), at: .init(row: 15, column: border + 10))),
      .mouse(.init(.release(.left), at: .init(row: 15, column: border + 10))))
    let after = try await session.wait(until: "a wider left pane") {
      $0.panes.count == 2 && $0.panes[0].top.count >= border + 8
    }
    #expect(after.crookedRows == [])
  }

  @Test("The scroll bar of the photos can be dragged, and a click outside closes what lies over the lists")
  func scrolling() async throws {
    let home = try Home()
    try await home.run("refresh").expectSuccess()
    let session = try home.browse()
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("a")
    try await session.wait(until: "all photos") { $0.panes.count == 2 && $0.panes[1].bottom.contains("/110") }
    func bar(_ kind: TerminalSession.Mouse.Action, _ row: Int) -> Key {
      .mouse(.init(kind, at: .init(row: row, column: 79)))
    }
    session.press(bar(.press(.left), 2), bar(.drag(.left), 12))
    try await session.wait(until: "the middle") { screen in
      (40...70).contains { screen.panes[1].bottom.contains(" \($0)/110 ") }
    }
    session.press(bar(.drag(.left), 23), bar(.release(.left), 23))
    try await session.wait(until: "the end") { $0.panes[1].bottom.contains(" 110/110 ") }
    session.type("!")
    try await session.wait(for: "─ Messages ─")
    session.press(.mouse(.init(.press(.left), at: .init(row: 10, column: 40))))
    session.press(.mouse(.init(.press(.left), at: .init(row: 0, column: 0))))
    try await session.wait(until: "no messages") { !$0.contains("─ Messages ─") }
  }

  @Test("M gives the mouse to the terminal and takes it back")
  func off() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    let off = try await session.type("M", andWaitForFoot: "Mouse off")
    #expect(!off.modes.mouse)
    let on = try await session.type("M", andWaitForFoot: "Mouse on")
    #expect(on.modes.mouse)
  }
}
