import Foundation
import TestSupport
import Testing

@Suite("The command line", .fewAtOnce)
struct CommandLineTests {
  @Test(
    "Wrong usage ends with 64 and is reported on standard error",
    arguments: [
      ["nonsense"], ["photos", "--sort", "size"], ["photos", "--stars", "3"],
      ["photos", "--sort", "added, title"],
      ["photos", "--limit", "-1"], ["photos", "--limit", "many"],
      ["refresh", "--pages", "0"], ["refresh", "--limit", "0"], ["refresh", "--all", "--older"],
      ["refresh", "--all", "--pages", "3"], ["source", "add", "x"], ["tag", "11"], ["tag", "+a"],
      ["tag", "11", "+"], ["edit"], ["delete"], ["restore"], ["restore", "--list", "11"],
      ["check", "more"], ["--no-such-option"],
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

  @Test(
    "A wrong source ends with 64 and a sentence, without the usage of another command",
    arguments: [
      ["refresh", "--source", "nonsense"], ["refresh", "--source", "search:"],
      ["source", "test", "nonsense"],
      ["source", "add", "x", "nowhere"], ["source", "add", "recent", "feed"],
    ])
  func wrongSource(arguments: [String]) async throws {
    let run = try await Home().run(arguments)
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.hasPrefix("proofsheet: ") && !run.errors.contains("Usage"))
  }

  @Test("A limit below the least one names the least one", arguments: ["photos", "refresh", "sync"])
  func limit(command: String) async throws {
    let run = try await Home().run(command, "--limit", "-1")
    #expect(
      run.status == 64 && run.errors.contains("--limit must be at least \(command == "photos" ? 0 : 1)."))
  }

  @Test("An unknown command shows the commands, and the nearest one")
  func unknownCommand() async throws {
    let run = try await Home().run("refrehs", "--all")
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix("Error: There is no command “refrehs”. Did you mean “refresh”?\nUsage: proofsheet")
    )
    for command in ["  browse ", "  photographers ", "  check "] {
      #expect(run.errors.contains("\n\(command)"))
    }
    #expect(try await !Home().run("zzzzzzzz").errors.contains("Did you mean"))
  }

  @Test("--help begins with the usage, has every option, and wraps in its columns", arguments: [50, 80, 110])
  func helpColumns(columns: Int) async throws {
    let session = try Home().browse("--help", size: .init(columns: columns, rows: 600))
    #expect(try await session.exit() == .exited(0))
    let lines = session.screen.lines
    #expect(lines[0] == "USAGE: proofsheet [<command>|<dir>] [<options>]")
    for option in ["--library", "--config", "--source", "--endpoint", "--graphics", "--version"] {
      #expect(lines.contains { $0.hasPrefix("  \(option)") })
    }
    let keys = lines.drop { $0 != "KEYS:" }
    let first = try #require(keys.firstIndex { $0.hasPrefix("  Enter") })
    let column = try #require(lines[first].firstRange(of: "Open")?.lowerBound)
    if columns < 100 {
      #expect(lines[first + 1].hasPrefix(String(repeating: " ", count: lines[first][..<column].count)))
    }
    #expect(lines.allSatisfy { $0.count <= columns })
  }

  @Test(
    "A configuration that is wrong names the setting, the line and what it should be",
    arguments: [
      ("source = 5", "source must be text, as in source = \"feed\" (line 1)."),
      ("# mine\nmouse = 1", "mouse must be true or false, as in mouse = true (line 2)."),
      ("[sources]\nsea = 5", "sea must be text, as in birds = \"feed:birds\" (line 2)."),
      ("mouse = true\nsources = 3", "sources must be a table, as in [sources] (line 2)."),
      ("\n[[sources]]\nsea = \"feed\"", "sources must be a table, as in [sources] (line 2)."),
      ("keys = 3", "keys must be a table of commands, as in [keys] (line 1)."),
      ("\n\nsource = \"nonsense\"", "or an address with file:, http: or https: (line 3)."),
      ("source = \"tag\"", "settings.toml is wrong: the source “tag” is incomplete; use tag:TAGS (line 1)."),
      (
        "source = \"sea\"\n[sources]\nsea = \"tag\"", "the source “tag” is incomplete; use tag:TAGS (line 3)."
      ),
      ("library = \"x\"\ncolor = \"red\"", "says color “red”; it can be auto, always or never (line 2)."),
      ("graphics = \"tv\"", "it can be auto, symbols, sixel, kitty, iterm, none (line 1)."),
      ("mouse = true\ncache_days = 0", "says cache_days = 0; it can be 1 to 36500 (line 2)."),
      ("mouse = true\nmice = true", "has no setting “mice” (line 2); there are: "),
      ("mouse = true\n[“keys”]", "is not TOML: line 2: the name of a table begins with a letter"),
      ("\nsource = [}", "is not TOML: line 2: expected value or closing ']'"),
      ("[sources]\nsample = \"feed\"", "“sample” is a built-in source; choose another name (line 2)."),
      ("[sources]\nsearch = \"feed\"", "“search” is a built-in source; choose another name (line 2)."),
    ])
  func configuration(text: String, words: String) async throws {
    let home = try Home()
    _ = try home.file("settings.toml", text)
    try await home.run("refresh", "--config", home.folder.path("settings.toml")).expectFailure(words)
  }

  @Test("--help lists every command and every key, --version the author")
  func help() async throws {
    let home = try Home()
    let help = try await home.run("--help")
    #expect(try await home.run("help").output == help.output)
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
      "browse", "refresh", "sync", "looks", "photographers", "photos", "albums", "show", "tag", "edit",
      "delete", "trash", "restore",
      "check", "copy",
    ] {
      let help = try await home.run(command, "--help")
      help.expectSuccess()
      #expect(help.output.contains("--library <dir|address>"))
    }
    let version = try await home.run("--version")
    version.expectSuccess()
    #expect(version.lines.first?.hasPrefix("proofsheet 1.") == true)
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
      ("dumb", "A terminal of type dumb cannot show a screen: set TERM"),
      ("", "The terminal's type is not known: set TERM"),
    ])
  func terminals(type: String, words: String) async throws {
    let home = try Home()
    let session = try home.browse(size: .init(columns: 200, rows: 5), environment: ["TERM": type])
    #expect(try await session.exit() == .exited(1))
    #expect(session.screen.line(0).hasPrefix("proofsheet: ") && session.screen.line(0).contains(words))
    #expect(!session.output().contains(0x1B))
    #expect(try session.leftovers == [])
  }

  @Test("A closed pipe ends the program without a message", arguments: ["", "trap '' PIPE; "])
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
      size: .init(columns: 80, rows: 48), folder: home.folder.url.path)
    _ = try await session.exit()
    #expect(!session.output().contains(0x1B))
    #expect(session.screen.contains("Error: There is no command “nonsense”."))
    #expect(!(try await home.shell("cat out")).output.contains("\u{1B}"))
  }
}
