import Testing

@Suite("Source rules")
struct SourceRuleTests {
  @Test("No source and no test is longer than a reader can hold in mind")
  func lengths() throws {
    let files = try PackageFolder.sources(below: "Sources") + PackageFolder.sources(below: "Tests")
    #expect(files.flatMap(SourceRules.length) == [])
  }

  @Test("Each declaration that the compiler trusts without a check has its reason beside it")
  func reasons() throws {
    let files = try PackageFolder.sources(below: "Sources") + PackageFolder.sources(below: "Tests")
    #expect(files.flatMap(SourceRules.reasons) == [])
  }

  @Test("No source says that it is unfinished")
  func leftovers() throws {
    #expect(try PackageFolder.sources(below: "Sources").flatMap(SourceRules.leftovers) == [])
  }

  @Test("Sources and tests are written in the terms of the field")
  func words() throws {
    let files = try PackageFolder.sources(below: "Sources") + PackageFolder.sources(below: "Tests")
    #expect(files.flatMap(SourceRules.words) == [])
  }

  @Test("Documentation begins with a noun phrase or a verb phrase")
  func openings() throws {
    #expect(try PackageFolder.sources(below: "Sources").flatMap(SourceRules.openings) == [])
  }

  @Test("Each type has a file of its name")
  func homes() throws {
    let files = try PackageFolder.sources(below: "Sources").filter {
      $0.path.hasSuffix(".swift") && !$0.path.contains("/Examples/")
    }
    #expect(files.flatMap(SourceRules.homes) == [])
  }

  @Test(
    "A type in a file of another name is found, also behind attributes",
    arguments: ["struct A {}", "@MainActor public final class C<T> {}", "package indirect enum D {"])
  func wrongHome(source: String) {
    #expect(
      SourceRules.homes(SourceFile(path: "Sources/X/B+Y.swift", text: source + "\n")).map(\.line) == [1])
  }

  @Test(
    "A type in its file, a private, a nested type and an extension are let through",
    arguments: ["struct B {}", "private struct A {}", "  struct A {}", "extension A {}"])
  func home(source: String) {
    #expect(SourceRules.homes(SourceFile(path: "Sources/X/B.swift", text: source + "\n")) == [])
  }

  @Test("The 401st line is found, the 400th is not", arguments: [(400, 0), (401, 1)])
  func length(lines: Int, found: Int) {
    let file = SourceFile(path: "Sources/A/B.swift", text: String(repeating: "let a = 1\n", count: lines))
    #expect(SourceRules.length(file).count == found)
  }

  @Test(
    "A risky construct without a reason is found",
    arguments: [
      "final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1", "let a = try! b()",
      "func a() -> Never { fatalError(\"no\") }", "// far away\n\n\n\nlet a = try! b()",
      "let a = \"// no comment\"; let b = try! c()",
    ])
  func missingReason(source: String) {
    #expect(SourceRules.reasons(SourceFile(path: "Sources/A/B.swift", text: source)).count == 1)
  }

  @Test(
    "A risky construct with its reason is let through",
    arguments: [
      "// The lock guards it.\nfinal class A: @unchecked Sendable {}", "let a = try! b()  // a literal",
      "/// Owned by one queue.\n@frozen\npublic struct A: @unchecked Sendable {}",
      "let text = \"try!\"", "// try! is not used here",
    ])
  func reason(source: String) {
    #expect(SourceRules.reasons(SourceFile(path: "Sources/A/B.swift", text: source)) == [])
  }

  @Test("Unfinished work is found in comments too")
  func leftover() {
    let file = SourceFile(path: "Sources/A/B.swift", text: "let a = 1\n// TO" + "DO: more\n")
    #expect(SourceRules.leftovers(file).map(\.line) == [2])
  }

  @Test(
    "A word that has a standard term is found in comments and in names",
    arguments: ["// Some" + "body waits.", "func te" + "llObservers() {}", "let isSettl" + "ed = true"])
  func avoidedWord(source: String) {
    #expect(SourceRules.words(SourceFile(path: "Sources/A/B.swift", text: source + "\n")).map(\.line) == [1])
  }

  @Test("Task.isCancelled and longer words are let through")
  func otherWord() {
    let file = SourceFile(path: "Sources/A/B.swift", text: "if Task.isCancelled { return intelligent }\n")
    #expect(SourceRules.words(file) == [])
  }

  @Test("Only the first line of documentation is an opening")
  func opening() {
    let text = "/// A value.\n/// What it means.\nlet a = 1\n\n/// " + "What b is.\nlet b = 2\n"
    #expect(SourceRules.openings(SourceFile(path: "Sources/A/B.swift", text: text)).map(\.line) == [5])
  }
}
