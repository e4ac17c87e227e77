import TestSupport
import Testing

@Suite("The manual page and the completions", .fewAtOnce)
struct ManualTests {
  @Test("The page has all commands, options and keys, and no line that only looks like a macro")
  func page() async throws {
    let run = try await Home().run("manual")
    run.expectSuccess()
    let lines = run.lines
    let macros: Set = [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".br"]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(macros.contains(line.split(separator: " ").first.map(String.init) ?? ""), "\(line)")
    }
    for text in [
      ".SS \"refresh\"", ".SS \"source add name source\"", ".SS \"browse [folder]\"",
      "\\fB\\-\\-source\\fR \\fIsource\\fR", "\\fB\\-\\-fresh\\fR",
      "\\fBd, Del\\fR", "\\fB:quit\\fR", "\\fBCtrl\\-R\\fR",
    ] {
      #expect(lines.contains { $0.contains(text) }, "\(text)")
    }
    #expect(!lines.contains { $0.contains("manual") })
    // Every command has these, which are listed once.
    for text in ["\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "\\fB\\-\\-version\\fR"] {
      #expect(lines.count { $0.hasPrefix(text) } == 1, "\(text)")
    }
  }

  @Test(
    "Each shell gets completions of commands, options and their values", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) async throws {
    let run = try await Home().run("--generate-completion-script", shell)
    run.expectSuccess()
    for word in ["refresh", "photographers", "source", "fresh", "uploaded", "purple", "gallery-dl:"] {
      #expect(run.output.contains(word), "\(word)")
    }
  }

  @Test("The help does not list the command that prints the page")
  func hidden() async throws {
    #expect(try await !Home().run("--help").output.contains("manual"))
  }
}
