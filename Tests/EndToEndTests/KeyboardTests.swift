import Foundation
import TestSupport
import Testing

/// A terminal with kitty's keyboard protocol reports Esc, Control and Alt by sequences that are those of no other key.
@Suite("Keys of a terminal that distinguishes them", .fewAtOnce)
struct KeyboardTests {
  private func open(underShell: Bool = false) async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(persona: .kitty, underShell: underShell)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.wait(until: "distinct keys") { $0.modes.distinguishesKeys }
    return (home, session)
  }

  @Test("Esc, Ctrl and Alt do what they do elsewhere, and the terminal is given back")
  func keys() async throws {
    let (home, session) = try await open()
    session.type("?")
    try await session.wait(for: "Help")
    session.press(.escape)
    try await session.wait(until: "no help") { !$0.text.contains("Help") }
    // Ctrl-I is Tab.
    session.type(":sor")
    session.press(.ctrl("i"))
    try await session.wait(for: ":sort")
    session.press(.escape)
    try await session.wait(until: "no command line") { !$0.text.contains(":sort") }
    let mark = session.mark
    session.press(.ctrl("l"))
    try await session.wait(until: "all painted again") { _ in
      String(decoding: session.output(since: mark), as: UTF8.self).contains("Photographers")
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
    withExtendedLifetime(home) {}
  }

  @Test("Ctrl-Z gives the shell its keys back, and fg distinguishes them again")
  func suspending() async throws {
    let (home, session) = try await open(underShell: true)
    for _ in 0..<2 {
      session.press(.ctrl("z"))
      try await session.waitForStop()
      try await session.wait(until: "the terminal as it was") { _ in try session.leftovers == [] }
      try session.resume()
      try await session.wait(until: "distinct keys") {
        $0.modes.alternateScreen && $0.modes.distinguishesKeys && $0.text.contains("Anchor")
      }
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
    withExtendedLifetime(home) {}
  }

  @Test("A program in the foreground gets the keys that it knows")
  func foreground() async throws {
    let (home, session) = try await open()
    let file = home.folder.path("keys")
    let program = try await home.addProgram(
      "reader", "echo ready; IFS= read -r keys; printf '%s' \"$keys\" > \(file); exit 3")
    session.type("l:!\(program) %i\r")
    try await session.wait(for: "ready")
    #expect(!session.screen.modes.distinguishesKeys)
    session.press(.ctrl("a"), .enter)
    try await session.wait(for: "reader ended with status 3. Press Enter to go back to the photos.")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "\u{1}")
    session.press(.enter)
    try await session.wait(until: "distinct keys") { $0.modes.alternateScreen && $0.modes.distinguishesKeys }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test("A signal gives the keys back", arguments: [SIGTERM, SIGILL])
  func signals(signal: Int32) async throws {
    let (home, session) = try await open()
    try session.signal(signal)
    #expect(try await session.exit() == .killed(signal: signal))
    #expect(try session.leftovers == [])
    withExtendedLifetime(home) {}
  }
}
