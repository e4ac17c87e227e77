import Foundation
import TestSupport
import Testing

@Suite("Wrong use")
struct MisuseTests {
  @Test("An optimized program that uses the library wrongly prints the sentence, its file and its line")
  func optimized() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Compiler.compile(
      """
      let places = CommandLine.arguments.count - 1
      require(places == 0, "this sentence is not printed")
      require(places > 0, "there is no place \\(places) among \\(places) members")
      print("two")
      """, named: "main.swift", in: folder,
      ["-O", "-package-name", "misuse", "-o", folder.path("misuse")]
        + [PackageFolder.url.appendingPathComponent("Sources/ObjectModel/Misuse.swift").path])
    try #require(outcome.accepted, "\(outcome.output)")
    let run = try await Compiler.run(
      "/usr/bin/env", ["SWIFT_BACKTRACE=enable=no", folder.path("misuse")], in: folder)
    #expect(!run.accepted)
    #expect(
      run.output.contains("main.swift:3: Fatal error: there is no place 0 among 0 members"), "\(run.output)")
    #expect(!run.output.contains("two") && !run.output.contains("not printed"))
  }

  @Test("The library checks its use by nothing that is silent in an optimized build")
  func sources() throws {
    let files = try PackageFolder.library.flatMap { try PackageFolder.sources(below: "Sources/\($0)") }
    #expect(files.count > 100)
    #expect(files.flatMap(SourceRules.silentChecks) == [])
  }

  @Test(
    "A check that is silent in an optimized build is found",
    arguments: [
      ("precondition(a)", 1), ("guard b else { preconditionFailure(\"c\") }", 1),
      ("require(a, \"precondition()\")  // precondition(b)", 0),
    ])
  func silentCheck(source: String, found: Int) {
    #expect(SourceRules.silentChecks(SourceFile(path: "Sources/A/B.swift", text: source)).count == found)
  }
}
