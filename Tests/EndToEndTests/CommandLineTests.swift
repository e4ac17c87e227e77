import Foundation
import TestSupport
import Testing

@Suite("The command line", .fewAtOnce)
struct CommandLineTests {
  @Test(
    "Wrong usage ends with 64 and is told on standard error",
    arguments: [
      ["nonsense"], ["photos", "--sort", "size"], ["photos", "--limit", "-1"], ["photos", "--limit", "many"],
      ["refresh", "--pages", "0"], ["refresh", "--limit", "0"], ["refresh", "--all", "--older"],
      ["source", "add", "x"], ["delete"], ["restore"], ["check", "more"], ["--no-such-option"],
      ["refresh", "--library"], ["show"], ["show", "11", "12"], ["show", "11", "--size", "80"],
      ["show", "11", "--size", "0x4"], ["show", "11", "--size", "9999x9999"],
      ["show", "11", "--format", "ascii"],
    ])
  func usage(arguments: [String]) async throws {
    let run = try await Home().run(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: ") && run.errors.contains("Usage: proofsheet"))
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test("--help tells of every command and every key, --version who made it")
  func help() async throws {
    let home = try Home()
    let help = try await home.run("--help")
    help.expectSuccess()
    for word in [
      "browse", "refresh", "photographers", "photos", "show", "delete", "restore", "check", "source",
      "Ctrl-R",
      "Space",
    ] {
      #expect(help.output.contains(word))
    }
    #expect(help.output.contains("uses the Flickr API but is not endorsed"))
    for command in [
      "browse", "refresh", "sync", "photographers", "photos", "show", "delete", "restore", "check",
    ] {
      let help = try await home.run(command, "--help")
      help.expectSuccess()
      #expect(help.output.contains("--library <dir>"))
    }
    let version = try await home.run("--version")
    version.expectSuccess()
    #expect(version.lines.first?.hasPrefix("proofsheet 0") == true)
    #expect(version.output.contains("uses the Flickr API but is not endorsed or certified"))
  }

  @Test(
    "browse without a terminal, or with one that has no screen, says so in one sentence",
    arguments: [[], ["browse"], ["browse", "--source", "sample"]])
  func noTerminal(arguments: [String]) async throws {
    try await Home().run(arguments).expectFailure("needs a terminal for its input and output")
  }

  @Test(
    "A terminal that cannot show a screen is refused with a remedy",
    arguments: [
      ("dumb", "A terminal of type dumb cannot show a screen: set TERM"), ("", "set TERM"),
      ("no-such-terminal", "There is no entry for the terminal type no-such-terminal"),
    ])
  func terminals(type: String, words: String) async throws {
    let home = try Home()
    let session = try home.browse(size: .init(columns: 200, rows: 5), environment: ["TERM": type])
    #expect(try await session.exit() == .exited(1))
    #expect(session.screen.line(0).hasPrefix("proofsheet: ") && session.screen.line(0).contains(words))
    #expect(!session.output().contains(0x1B))
    #expect(try session.leftovers == [])
  }

  @Test("Nobody who reads is no reason to say anything", arguments: ["", "trap '' PIPE; "])
  func brokenPipe(preparation: String) async throws {
    let home = try Home()
    try await home.run("refresh", "--pages", "6").expectSuccess()
    for command in ["photos --json", "photographers", "photos"] {
      let run = try await home.shell(
        preparation + "{ $P \(command); $P \(command); $P \(command); } | head -n 1")
      #expect(run.status == 0)
      #expect(run.lines.count == 1)
      #expect(run.errors == "")
    }
  }

  @Test(
    "Output that cannot be written is an error, not a crash",
    arguments: [
      "photos", "photos --json", "photographers", "check", "refresh", "refresh --json", "delete 11",
    ])
  func fullDisk(command: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.shell("$P \(command) >/dev/full")
    run.expectFailure("The output cannot be written: No space left on device")
  }

  @Test("No command writes an escape when its output is no terminal, not even where it talks to one")
  func noEscapes() async throws {
    let home = try Home()
    let session = try TerminalSession(
      "/bin/sh",
      arguments: [
        "-c", "$P refresh --pages 2 >out; $P refresh --json >>out; $P photos >>out; $P nonsense >>out",
      ],
      environment: home.environment.merging(["P": try Products.program()]) { $1 },
      folder: home.folder.url.path)
    _ = try await session.exit()
    #expect(!session.output().contains(0x1B))
    #expect(session.screen.contains("Error: Unexpected argument 'nonsense'"))
    #expect(!(try await home.shell("cat out")).output.contains("\u{1B}"))
  }
}
