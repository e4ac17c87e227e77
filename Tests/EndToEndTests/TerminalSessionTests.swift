import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A session in a terminal")
struct TerminalSessionTests {
  func shell(_ script: String) throws -> TerminalSession {
    try TerminalSession("/bin/sh", arguments: ["-c", script])
  }

  @Test("The screen shows what a program writes, and its exit status is reported")
  func output() async throws {
    let session = try shell(#"printf '\033[2;5Hhello \033[7mthere\033[m'; exit 3"#)
    #expect(try await session.exit() == .exited(3))
    #expect(session.screen.find("hello") == .init(row: 1, column: 4))
    #expect(session.screen.selections == ["there"])
    #expect(try session.leftovers == [])
  }

  @Test("Much output is on the screen to its last line when the program has ended")
  func muchOutput() async throws {
    let session = try shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo line $i; done")
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.line(22) == "line 20000")
  }

  @Test("Typed text comes back from a program that copies it")
  func typing() async throws {
    let session = try TerminalSession("cat")
    session.type("grüße")
    session.press(.backspace, .enter)
    try await session.wait(until: "the line twice") { $0.lines.prefix(2) == ["grüß", "grüß"] }
    session.press(.ctrl("d"))
    #expect(try await session.exit() == .exited(0))
  }

  @Test("A program sees its size, environment and folder, and nothing of the test's own")
  func surroundings() async throws {
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "stty size; pwd; echo $TERM $X $HOME; ls /proc/self/fd | tr '\\n' ' '"],
      environment: ["X": "y", "TERM": "vt100"], size: .init(columns: 50, rows: 11), folder: "/usr")
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.lines.prefix(4) == ["11 50", "/usr", "vt100 y /nonexistent", "0 1 2 3"])
  }

  @Test("A new size reaches the program by its signal")
  func resize() async throws {
    let session = try shell("trap 'stty size' WINCH; echo ready; while :; do read x; done")
    try await session.wait(for: "ready")
    try session.resize(.init(columns: 40, rows: 12))
    try await session.wait(for: "12 40")
    #expect(session.screen.rows.count == 12)
  }

  @Test("Changed settings of the line and modes are reported, and their restoration too")
  func restoration() async throws {
    let careless = try shell(#"stty -echo -icanon -opost; printf '\033[?1049h\033[?25l'"#)
    #expect(try await careless.exit() == .exited(0))
    #expect(
      try careless.leftovers == [
        "alternate screen", "cursor hidden", "ECHO of the line changed", "ICANON of the line changed",
        "OPOST of the line changed",
      ])
    let settings = try careless.settings
    #expect(!settings.echoes && !settings.isCanonical && !settings.processesOutput && settings.signals)

    let careful = try shell(
      #"s=$(stty -g); stty raw -echo; printf '\033[?1049h\033[?1049l'; stty "$s""#)
    #expect(try await careful.exit() == .exited(0))
    #expect(try careful.leftovers == [])
  }

  @Test("A signal ends the program and is reported")
  func signals() async throws {
    let session = try shell("echo ready; exec sleep 1000")
    try await session.wait(for: "ready")
    try session.signal(SIGTERM)
    #expect(try await session.exit() == .killed(signal: SIGTERM))
  }

  @Test("Ctrl-C interrupts through the line")
  func interrupt() async throws {
    let session = try shell("trap 'echo caught; exit 7' INT; echo ready; while :; do read x; done")
    try await session.wait(for: "ready")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(7))
    #expect(session.screen.contains("caught"))
  }

  @Test("A process that stops itself is seen to stop and to go on")
  func stopping() async throws {
    let session = try shell("kill -STOP $$; echo again")
    #expect(try await session.waitForStop() == SIGSTOP)
    try session.resume()
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.contains("again"))
  }

  @Test("Ctrl-Z stops a program under a shell, which puts it in the foreground again")
  func suspension() async throws {
    let session = try TerminalSession("cat", underShell: true)
    session.type("one\n")
    try await session.wait(until: "the first line twice") { $0.lines.prefix(2) == ["one", "one"] }
    session.press(.ctrl("z"))
    try await session.waitForStop()
    try session.resume()
    session.type("two\n")
    try await session.wait(until: "the second line twice") {
      $0.lines.filter { $0.hasSuffix("two") }.count == 2
    }
    session.press(.ctrl("z"))
    try await session.waitForStop()
    try session.resume()
    session.press(.ctrl("d"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test("A program under a shell passes its exit status on")
  func statusUnderShell() async throws {
    let session = try TerminalSession("/bin/sh", arguments: ["-c", "exit 5"], underShell: true)
    #expect(try await session.exit() == .exited(5))
  }

  @Test("Questions of the program are answered on its input")
  func answers() async throws {
    let session = try shell(#"stty raw -echo; printf '\033[c'; dd bs=1 count=9 2>/dev/null | od -An -c"#)
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.line(0) == #" 033   [   ?   6   2   ;   2   2   c"#)
  }

  @Test(
    "Keys are sent as the program's modes ask for them",
    arguments: [
      ("", [.up, .home, .function(5)], "^[[A^[[H^[[15~"), (#"\033[?1h"#, [.up, .left], "^[OA^[OD"),
      ("", [.paste("a\nb")], "a^Mb"), (#"\033[?2004h"#, [.paste("x")], "^[[200~x^[[201~"),
      ("", TerminalSession.Key.click(.init(row: 1, column: 2)) + [.escape], "^["),
      (
        #"\033[?1000;1006h"#, TerminalSession.Key.click(.init(row: 1, column: 2)),
        "^[[<0;3;2M^[[<0;3;2m"
      ),
      (#"\033[?1000h"#, TerminalSession.Key.click(.init(row: 1, column: 2)), "^[[M #\"^[[M##\""),
      (#"\033[?1002;1006h"#, [.mouse(.init(.drag(.left), at: .init(row: 0, column: 0)))], "^[[<32;1;1M"),
      (#"\033[?1004h"#, [.focus(true)], "^[[I"), ("", [.focus(true), .alt("x")], "^[x"),
      (
        #"\033[?1000;1006h"#, [.mouse(.init(.press(.wheelDown), at: .init(row: 4, column: 9)))],
        "^[[<65;10;5M"
      ),
    ] as [(String, [TerminalSession.Key], String)])
  func keys(modes: String, keys: [TerminalSession.Key], echo: String) async throws {
    let session = try shell(
      "stty -icanon -icrnl echo echoctl; printf '\(modes)ready\\r\\n'; exec cat >/dev/null")
    try await session.wait(for: "ready")
    session.press(keys)
    try await session.wait(until: "the keys \(echo)") { $0.line(1) == echo }
  }

  @Test("Waiting in vain says what was expected, why it cannot come, and shows the screen")
  func failure() async throws {
    let session = try shell("echo something else")
    let failure = await #expect(throws: TerminalSession.WaitFailure.self) {
      try await session.wait(for: "something")
      try await session.wait(for: "the text")
    }
    let text = try #require(failure).description
    #expect(text.contains(#"expected "the text" on the screen, but the program has ended"#))
    #expect(text.contains("|something else"))
  }

  @Test("Waiting ends at its deadline while the program runs on")
  func deadline() async throws {
    let session = try TerminalSession("cat")
    await #expect(throws: TerminalSession.WaitFailure.self) {
      try await session.wait(for: "never", timeout: .milliseconds(20))
    }
    #expect(session.status == .running)
  }

  @Test("Waiting ends when its task is canceled")
  func cancellation() async throws {
    let session = try TerminalSession("cat")
    let waiting = Task { try await session.wait(for: "never", timeout: .seconds(600)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("A session that goes away takes its program with it")
  func goingAway() async throws {
    var session: TerminalSession? = try shell("trap '' HUP TERM INT; echo ready; while :; do read x; done")
    try await session?.wait(for: "ready")
    let process = try #require(session?.process)
    session = nil
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test("Much input is taken at once and reaches the program as it reads")
  func muchInput() async throws {
    let session = try shell("stty raw -echo; echo ready; head -c 1048576 | wc -c")
    try await session.wait(for: "ready")
    session.type(String(repeating: "x", count: 1 << 20))
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.contains("1048576"))
  }

  @Test("A program that is not there is an error at once")
  func missingProgram() {
    #expect(throws: PseudoTerminal.Failure.self) { try TerminalSession("/nonexistent/program") }
  }

  @Test("The cost of a key is what the program wrote after it")
  func cost() async throws {
    let session = try TerminalSession("cat")
    session.type("a")
    try await session.wait(for: "a")
    let mark = session.mark
    // The line discipline echoes, and cat answers a moment later.
    let cost = try await session.cost(of: .enter, quiet: .seconds(2))
    #expect(cost.bytes == 5)
    #expect(session.output(since: mark) == Array("\r\na\r\n".utf8))
    let (first, last) = (try #require(cost.first), try #require(cost.complete))
    #expect(.zero < first && first <= last)
  }

  @Test("A program that has ended does not come to rest")
  func noRest() async throws {
    let session = try TerminalSession("true")
    _ = try await session.exit()
    await #expect(throws: TerminalSession.WaitFailure.self) { try await session.waitForRest() }
  }

  @Test("The files of a program are there as long as its session")
  func home() throws {
    func open() throws -> (session: TerminalSession?, path: String) {
      let folder = try TemporaryFolder()
      return (try TerminalSession("cat", home: folder), folder.url.path)
    }
    var (session, path) = try open()
    #expect(session?.status == .running && FileManager.default.fileExists(atPath: path))
    session = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("The products are found beside the tests, and one that is missing is named")
  func products() throws {
    #expect(try Products.executable("proofsheet").hasSuffix("/proofsheet"))
    #expect(try Products.program().hasSuffix("/proofsheet"))
    let missing = #expect(throws: Products.Unusable.self) { try Products.executable("no-such-product") }
    #expect(missing?.description.contains("/no-such-product") == true)
  }
}
