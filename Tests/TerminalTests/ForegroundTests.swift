import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite("A program in the foreground")
struct ForegroundTests {
  private static let shell = "/bin/sh"

  @Test("A program that Ctrl-Z stops gives the shell its terminal, and goes on with fg")
  func stopping() async throws {
    // As the terminal does, the signal goes to all processes of the job.
    let script = "echo program begins; kill -TSTP 0; echo program goes on; read line"
    let stroll = try Stroll(.xterm, underShell: true, program: [Self.shell, "-c", script])
    try await stroll.waitForCapabilities("symbols")
    try await stroll.show(1, "text 0 0 hello")
    stroll.session.type("p")
    try await stroll.session.waitForStop()
    try await stroll.session.wait(for: "program begins")
    #expect(!stroll.session.screen.contains("program goes on"))
    try stroll.session.resume()
    try await stroll.session.wait(for: "program goes on")
    stroll.session.type("\n")
    try await stroll.session.wait(until: "the frame again") {
      $0.line(0) == "hello" && $0.contains("frame 1")
    }
    try await stroll.quit()
  }

  @Test("No signal is blocked in a program, so that keys stop and end it")
  func mask() async throws {
    let stroll = try Stroll(.xterm, program: ["/bin/grep", "SigBlk", "/proc/self/status"])
    try await stroll.waitForCapabilities("symbols")
    let mark = stroll.session.mark
    stroll.session.type("p")
    try await stroll.session.wait(until: "the frame again") { screen in
      screen.modes.alternateScreen && stroll.written(since: mark).contains("SigBlk:\t0000000000000000\r\n")
    }
    try await stroll.quit()
  }

  @Test("A signal that comes after a program ends the screen as before", arguments: [SIGINT, SIGQUIT])
  func signals(signal: Int32) async throws {
    let stroll = try Stroll(.xterm, program: [Self.shell, "-c", "echo program runs; read line"])
    try await stroll.waitForCapabilities("symbols")
    try await stroll.show(1, "text 0 0 hello")
    stroll.session.type("p")
    try await stroll.session.wait(for: "program runs")
    stroll.session.type("\n")
    try await stroll.session.wait(until: "the frame again") { $0.contains("frame 1") }
    try stroll.session.signal(signal)
    #expect(try await stroll.session.exit() == .killed(signal: signal))
    #expect(try stroll.session.leftovers == [])
  }

  @Test("The status of a program is known to one that was started with SIGCHLD ignored")
  func ignoredEnd() async throws {
    let script = "trap '' CHLD; exec \"$0\" auto false"
    let session = try TerminalSession(
      Self.shell, arguments: ["-c", script, try Products.executable("picturewalk")], persona: .xterm)
    try await session.wait(for: " complete symbols")
    session.type("p")
    try await session.wait(for: "typed (1)]")
    session.type("q")
    #expect(try await session.exit() == .exited(0))
  }

  @Test("The handlers of signals have their arguments after a program")
  func actions() async throws {
    var (action, former) = (sigaction(), sigaction())
    action.__sigaction_handler.sa_sigaction = { _, _, _ in }
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    sigaction(SIGQUIT, &action, &former)
    defer { sigaction(SIGQUIT, &former, nil) }
    let status = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: try? ForegroundProgram.run(["true"], environment: []))
      }
    }
    #expect(status == 0)
    var after = sigaction()
    sigaction(SIGQUIT, nil, &after)
    #expect(after.sa_flags & SA_SIGINFO != 0 && after.sa_flags & SA_ONSTACK != 0)
  }
}
