import TestSupport
import Testing

@Suite("Browsing while another program writes to the library", .fewAtOnce)
struct LockWaitTests {
  @Test(
    "The status line says that the library waits, keys go on working, and the deletion is saved after the wait",
    arguments: [
      (80, "Another program is writing to the library; waiting"), (40, "Library is locked"),
    ])
  func waiting(columns: Int, words: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: columns, rows: 24))
    try await session.wait(for: "Ann")
    session.type("l")
    try await session.wait(for: "Bridge")
    // A key is in reserve for what the next deletion leaves, and the save of the first one is done.
    try await session.type("d", andWaitForFoot: "Deleted “Anchor”")
    try await session.type("u", andWaitForFoot: "Brought back")
    try await home.waitUntil("Anchor is back") { $0.contains("Anchor") }
    let lock = try await WriteLock(of: home)
    try await session.type("d", andWaitForFoot: "Deleted “Anchor”")
    let waiting = try await session.wait(until: words) { $0.statusLine.contains(words) }
    #expect(!waiting.statusLine.contains("Esc cancels"))
    #expect(waiting.crookedRows == [])
    session.type("j")
    let moved = try await session.wait(until: "the cursor on Cloud") { screen in
      screen.lines.contains { $0.contains("›Cloud") }
    }
    #expect(moved.statusLine.contains(words))
    // The repainted screen is what was there: nothing else has written to the screen.
    session.press(.ctrl("l"))
    session.type("k")
    try await session.wait(until: "the cursor on Bridge") { screen in
      screen.lines.contains { $0.contains("›Bridge") }
    }
    session.type("j")
    let redrawn = try await session.wait(until: "the cursor on Cloud again") { screen in
      screen.lines.contains { $0.contains("›Cloud") }
    }
    #expect(redrawn.body == moved.body)
    await lock.end()
    try await session.wait(until: "no wait in the status line") { !$0.statusLine.contains(words) }
    try await home.waitUntil("Anchor is deleted") { !$0.contains("Anchor") }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(!session.screen.text.contains("waiting"))
  }
}
