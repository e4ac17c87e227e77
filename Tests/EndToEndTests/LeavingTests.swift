import Foundation
import TestSupport
import Testing

@Suite("Leaving the browser", .fewAtOnce)
struct LeavingTests {
  @Test(
    "q and Ctrl-C give the terminal back",
    arguments: [
      "q", "\u{3}", "lq\u{3}", "?\u{3}\u{3}", "/x\u{3}\u{3}", "i\u{3}\u{3}", "!\u{3}\u{3}", "S\u{3}\u{3}",
    ])
  func keys(keys: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    let screen = try await session.wait(forCursor: "Anchor", inPane: 1)
    #expect(screen.modes.alternateScreen && screen.modes.mouse && screen.modes.bracketedPaste)
    #expect(!screen.modes.cursorVisible)
    session.type(keys)
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
    #expect(session.screen.text.filter { !$0.isWhitespace } == "")
    #expect(home.logSize == 0)
    try await home.run("check").expectSuccess()
  }

  @Test(
    "A signal ends the browser, gives the terminal back and leaves a sound library with what was deleted",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE])
  func signals(signal: Int32) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
    try session.signal(signal)
    #expect(try await session.exit() == .killed(signal: signal))
    #expect(try session.leftovers == [])
    try await home.run("check").expectSuccess()
  }

  @Test(
    "A signal during a refresh gives the terminal back and leaves a sound library",
    arguments: [SIGTERM, SIGILL])
  func signalDuringRefresh(signal: Int32) async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve("/page-1.json", LoopbackAnswer.json("{}").stalled(.beforeHeader))
    let session = try home.browse("--source", server.url + "/page-1.json")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Waiting for page 1")
    try await server.waitForRequests(1)
    try session.signal(signal)
    #expect(try await session.exit() == .killed(signal: signal))
    #expect(try session.leftovers == [])
    try await home.run("check").expectSuccess()
  }

  @Test("The closing of the window ends the browser and leaves a sound library")
  func hangUp() async throws {
    let home = try await Home(photos: threePhotographers)
    let life = try Lifeline(home.folder.path("life"))
    let session = try home.browse(lifeline: life)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
    // With its leader the session loses its terminal, as when the window is closed.
    kill(session.process, SIGKILL)
    #expect(await life.ends())
    let check = try await home.run("check")
    check.expectSuccess()
  }

  @Test(
    "Ctrl-Z gives the terminal back to the shell, and fg draws the screen again",
    arguments: ["", "?", "/", "i"])
  func suspending(mode: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(underShell: true)
    var before = try await session.wait(forCursor: "Anchor", inPane: 1)
    if !mode.isEmpty {
      session.type(mode)
      let word = ["?": "Help", "/": "Search:", "i": "Esc close"][mode] ?? ""
      before = try await session.wait(for: word)
    }
    for _ in 0..<2 {
      session.press(.ctrl("z"))
      try await session.waitForStop()
      // What the program wrote before it stopped may come after the news of the stop.
      try await session.wait(until: "the terminal as it was") { _ in try session.leftovers == [] }
      try session.resume()
      let after = try await session.wait(until: "the screen as before") {
        $0.rows == before.rows && $0.modes.alternateScreen
      }
      #expect(after.modes == before.modes)
    }
    if !mode.isEmpty {
      session.press(.ctrl("c"))
      try await session.wait(until: "what was open closed") { $0.rows != before.rows }
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test("A window that changed its size meanwhile is filled again")
  func resizedWhileSuspended() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(underShell: true)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.press(.ctrl("z"))
    try await session.waitForStop()
    try session.resize(.init(columns: 120, rows: 30))
    try session.resume()
    let screen = try await session.wait(until: "three panes") {
      $0.panes.count == 3 && $0.foot.contains("? help")
    }
    #expect(screen.crookedRows == [])
  }

  @Test("Ctrl-L repaints the whole screen")
  func redraw() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    let before = try await session.wait(forCursor: "Anchor", inPane: 1)
    let mark = session.mark
    session.press(.ctrl("l"))
    try await session.wait(until: "the rows again") { _ in
      String(decoding: session.output(since: mark), as: UTF8.self).contains("Photographers")
    }
    #expect(
      try await session.wait(until: "the screen as before") { $0.rows == before.rows }.foot == before.foot)
  }
}
