import Foundation
import TestSupport
import Testing

@Suite("Leaving the browser while another program writes to the library", .fewAtOnce)
struct LeavingWhileLockedTests {
  /// A browser that has deleted a photo while another program holds the write lock.
  private struct Scene {
    let home: Home
    let session: TerminalSession
    let lock: WriteLock

    init(lifeline: Lifeline? = nil, isInteractive: Bool = false, home: Home? = nil) async throws {
      self.home = if let home { home } else { try await Home(photos: threePhotographers) }
      session =
        if let lifeline {
          try self.home.browse(lifeline: lifeline, isInteractive: isInteractive)
        } else {
          try self.home.browse()
        }
      try await session.wait(forCursor: "Anchor", inPane: 1)
      // A key is in reserve for what the next deletion leaves, and the save of the first one is done.
      try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
      try await session.type("u", andWaitForFoot: "Brought back")
      try await self.home.waitUntil("Anchor is back") { $0.contains("Anchor") }
      lock = try await WriteLock(of: self.home)
      try await session.type("d", andWaitForFoot: "Deleted “Anchor”")
    }
  }

  @Test("q and Ctrl-C wait until the deletion is saved", arguments: ["qq", "\u{3}"], 1...3)
  func waiting(keys: String, round: Int) async throws {
    let scene = try await Scene()
    scene.session.type(keys)
    try await scene.session.wait(forFoot: "Saving… ")
    #expect(scene.session.status == .running)
    await scene.lock.end()
    #expect(try await scene.session.exit() == .exited(0))
    #expect(try scene.session.leftovers == [])
    #expect(try await !scene.home.photos().contains("Anchor"))
  }

  @Test("Esc and a second Ctrl-C leave at once and say what was not saved", arguments: ["\u{1B}", "\u{3}"])
  func leavingWithout(key: String) async throws {
    let scene = try await Scene()
    scene.session.type("\u{3}")
    try await scene.session.wait(forFoot: "Esc leaves without saving")
    scene.session.type(key)
    #expect(try await scene.session.exit() == .exited(1))
    #expect(try scene.session.leftovers == [])
    let said = scene.session.screen.text.split(separator: "\n").joined(separator: " ")
    #expect(said.contains("Not saved") && said.contains("deleting “Anchor”"), "\(said)")
    await scene.lock.end()
    #expect(try await scene.home.photos().contains("Anchor"))
  }

  @Test("A second Ctrl-C, or Esc, that comes at once gives up nothing", arguments: ["\u{3}", "\u{1B}[27u"])
  func hasty(key: String) async throws {
    let scene = try await Scene()
    scene.session.type("\u{3}" + key)
    try await scene.session.wait(forFoot: "Esc leaves without saving")
    await scene.lock.end()
    #expect(try await scene.session.exit() == .exited(0))
    #expect(try await !scene.home.photos().contains("Anchor"))
  }

  @Test("A signal waits until the deletion is saved", arguments: [SIGTERM, SIGHUP, SIGINT])
  func signal(signal: Int32) async throws {
    let scene = try await Scene()
    try scene.session.signal(signal)
    // A browser that does not wait has ended by then: it is asked for its screen size in vain.
    try await Task.sleep(for: .milliseconds(300))
    #expect(scene.session.status == .running)
    await scene.lock.end()
    #expect(try await scene.session.exit() == .killed(signal: signal))
    #expect(try scene.session.leftovers == [])
    #expect(try await !scene.home.photos().contains("Anchor"))
  }

  @Test("A signal does not wait forever, and a second one ends the browser at once", arguments: [1, 2])
  func impatientSignal(count: Int) async throws {
    let scene = try await Scene()
    try scene.session.signal(SIGTERM)
    // Repeated, because signals that come before the first is received are one.
    while count == 2, scene.session.status == .running {
      try await Task.sleep(for: .milliseconds(100))
      try? scene.session.signal(SIGTERM)
    }
    #expect(try await scene.session.exit() == .killed(signal: SIGTERM))
    #expect(try scene.session.leftovers == [])
    let said = scene.session.screen.text.split(separator: "\n").joined(separator: " ")
    // One that waits until its patience ends says what was not saved; one that ends at once says nothing.
    #expect(said.contains("deleting “Anchor”") == (count == 1), "\(said)")
    await scene.lock.end()
  }

  @Test("The closing of the window waits until the deletion is saved")
  func hangUp() async throws {
    let home = try await Home(photos: threePhotographers)
    let life = try Lifeline(home.folder.path("life"))
    let scene = try await Scene(lifeline: life, home: home)
    kill(scene.session.process, SIGKILL)
    try await Task.sleep(for: .milliseconds(300))
    await scene.lock.end()
    #expect(await life.ends())
    #expect(try await !home.photos().contains("Anchor"))
  }

  @Test("The closing of a window with a shell, which passes SIGHUP on, waits until the deletion is saved")
  func hangUpUnderShell() async throws {
    let home = try await Home(photos: threePhotographers)
    let life = try Lifeline(home.folder.path("life"))
    let scene = try await Scene(lifeline: life, isInteractive: true, home: home)
    // The input ends first. SIGHUP comes from the shell, and from the kernel when the shell has ended.
    scene.session.hangUp()
    #expect(try await scene.session.exit() == .killed(signal: SIGHUP))
    await scene.lock.end()
    #expect(await life.ends())
    #expect(try await !home.photos().contains("Anchor"))
  }

  @Test("SIGHUP is no second request to end, and a SIGTERM after it is the first of a user")
  func repeatedHangUp() async throws {
    let scene = try await Scene()
    for signal in [SIGHUP, SIGHUP, SIGTERM, SIGHUP] {
      try scene.session.signal(signal)
      // Signals that come before the first is received are one.
      try await until { try !scene.session.isPending(signal) }
    }
    await scene.lock.end()
    #expect(try await scene.session.exit() == .killed(signal: SIGHUP))
    #expect(try scene.session.leftovers == [])
    #expect(try await !scene.home.photos().contains("Anchor"))
  }
}

extension TerminalSession {
  /// Returns a Boolean value that indicates whether a signal that was sent to the program has not reached it yet: proc(5).
  fileprivate func isPending(_ signal: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") })
    let mask = try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
    return mask >> UInt64(signal - 1) & 1 == 1
  }
}

extension Home {
  /// What the program lists of the library.
  func photos() async throws -> String { try await run("photos").output }

  /// Waits until the library, as another process sees it, fulfills a condition.
  func waitUntil(
    _ what: Comment, of arguments: [String] = ["photos"], _ condition: (String) -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try await !condition(run(arguments).output) {
      guard ContinuousClock.now < end else {
        Issue.record(what)
        return
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
