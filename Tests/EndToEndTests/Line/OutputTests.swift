import Foundation
import TestSupport
import Testing

@Suite("The output of commands", .fewAtOnce)
struct OutputTests {
  /// A line of shell that runs commands, whose output nothing reads any more, and writes the status into a file.
  private func unread(_ commands: String) -> String {
    """
    { while [ ! -e closed ]; do sleep 0.01; done; \(commands); echo $? >status; } |
    { exec <&-; : >closed; while [ ! -e status ]; do sleep 0.01; done; }
    """
  }

  private func status(_ home: Home) throws -> String {
    try String(contentsOfFile: home.folder.path("status"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    "A pipe without a reader ends a command with a failure and without a signal or a message",
    arguments: [#""$P" photos"#, #"printf 'all\n3d\nquit\n' | "$P" --linear"#, #""$P" --help"#])
  func brokenPipe(command: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.shell(unread(command))
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(try status(home) == "1")
  }

  @Test("A deletion that was reported is saved if the reader ends after the report")
  func reportedDeletion() async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.shell(
      #"""
      { printf 'all\n1\nd\n2\n3\nquit\n' | "$P" --linear --fresh; echo $? >status; } |
      { while read -r line; do case "$line" in Deleted*) break; esac; done
        exec <&-; while [ ! -e status ]; do sleep 0.01; done; }
      """#)
    #expect(run.errors == "")
    #expect(["0", "1"].contains(try status(home)))
    #expect(try await home.run("photos").lines.count == 7)
  }

  @Test("The browser line by line ends with an error if its lines cannot be written")
  func linear() async throws {
    let home = try await Home(photos: threePhotographers)
    try await home.shell(#"printf 'all\n3d\nquit\n' | "$P" --linear >/dev/full"#)
      .expectFailure("The output cannot be written: No space left on device")
    try await home.shell(#"printf 'all\n3d\nquit\n' | "$P" --linear >&-"#)
      .expectFailure("The output cannot be written")
  }

  @Test(
    "Help that cannot be written is an error",
    arguments: ["--help", "help photos", "photos --help", "--version", "--generate-completion-script bash"])
  func help(arguments: String) async throws {
    let home = try Home()
    try await home.shell("\"$P\" \(arguments) >/dev/full")
      .expectFailure("The output cannot be written: No space left on device")
  }

  @Test("A pipe that reports when it is full, and does not wait, gets the whole output")
  func nonblockingPipe() async throws {
    let home = try Home()
    try await home.run("refresh", "--pages", "6").expectSuccess()
    let size = try await home.run("photos", "--json").output.utf8.count
    // dd(1) changes the pipe for all programs that have it, and its small blocks are read slowly.
    let run = try await home.shell(
      """
      { dd if=/dev/null oflag=nonblock 2>/dev/null; "$P" photos --json; echo $? >status; } |
      dd bs=64 2>/dev/null | wc -c
      """)
    #expect(run.errors == "" && run.lines == ["\(size)"])
    #expect(try status(home) == "0")
  }

  @Test("A pipe that reports when it is full gets whole messages")
  func nonblockingMessages() async throws {
    let home = try Home()
    let run = try await home.shell(
      """
      { { dd if=/dev/null oflag=nonblock >&2 2>/dev/null
      "$P" restore "$(head -c 100000 /dev/zero | tr '\\0' x)"; echo $? >status; } 2>&1 >/dev/null; } |
      dd bs=64 2>/dev/null | wc -c
      """)
    #expect(run.errors == "" && run.lines.count == 1)
    #expect(try #require(run.lines.first.flatMap { Int($0) }) > 100_000)
    #expect(try status(home) == "1")
  }

  @Test("A program that the browser starts has the usual action for pipes without a reader")
  func children() async throws {
    let home = try await Home(photos: threePhotographers)
    let said = home.folder.path("said")
    let viewer = try await home.addProgram(
      "viewer", "grep SigIgn /proc/self/status > \(said).new; mv \(said).new \(said)")
    try home.configure("[open]\nphoto = \"\(viewer) %u &\"\n")
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("lE")
    while !FileManager.default.fileExists(atPath: said) { await Task.yield() }
    let text = try String(contentsOfFile: said, encoding: .utf8).split(separator: "\t").last ?? ""
    let ignored = try #require(UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines), radix: 16))
    #expect(ignored & (1 << UInt64(SIGPIPE - 1) | 1 << UInt64(SIGXFSZ - 1)) == 0, "\(text)")
  }

  @Test("Control characters in what a sentence quotes never reach the output")
  func sentences() async throws {
    let home = try await Home(photos: threePhotographers)
    let odd = "\u{1B}[31mRed\t\nX\u{202E}"
    for command in [
      ["album", "add", odd, "11"], ["album", "remove", odd, "11"],
      ["source", "add", "b", "search:\u{1B}[31mRed"], ["copy", home.folder.path("\u{1B}[31mred\nroom")],
    ] {
      let run = try await home.run(command)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasSuffix("\n") && run.output.dropLast().allSatisfy { !$0.isNewline && $0 != "\t" })
      #expect(run.output.unicodeScalars.allSatisfy { $0 != "\u{1B}" && $0 != "\u{202E}" }, "\(run.output)")
    }
  }

  @Test("The result stands in lines of its own, without what is left of the progress", arguments: [40, 300])
  func progress(columns: Int) async throws {
    let home = try Home()
    let page = try home.file("page.json", FlickrAnswers.page(photos: threePhotographers))
    let session = try home.browse(
      "refresh", "--json", "--source", page, size: .init(columns: columns, rows: 24))
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.line(0).hasPrefix(#"{"changed":0"#), "\(session.screen.text)")
    #expect(String(decoding: session.output(), as: UTF8.self).contains("\r "))
  }
}
