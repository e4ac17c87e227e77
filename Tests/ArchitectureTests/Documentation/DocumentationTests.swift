import Foundation
import TestSupport
import Testing

/// The code in the articles is compiled and run, so that it cannot rot.
@Suite("Documentation")
struct DocumentationTests {
  @Test("The code in the articles compiles against the library, runs, and prints what it says")
  func samples() async throws {
    let program = SampleProgram(try Article.all())
    #expect(program.samples.count > 20)
    let folder = try TemporaryFolder()
    let outcome = try await Compiler.compile(
      program.text, in: folder,
      try PackageFolder.library.flatMap(Self.objects)
        + ["-parse-as-library", "-suppress-warnings", "-lsqlite3", "-lz", "-o", folder.path("samples")])
    try #require(outcome.accepted, "\(outcome.output)")
    let run = try await Compiler.run(folder.path("samples"), in: folder)
    var lines = run.output.split(separator: "\n").map(String.init)[...]
    for (number, (article, sample)) in program.samples.enumerated() {
      let said = lines.drop { $0 != "sample \(number)" }.prefix { $0 != "sample \(number + 1)" }
      lines = lines[said.endIndex...]
      let expected = sample.promises + ["ran \(number)"]
      #expect(said.filter(expected.contains) == expected, "\(article):\(sample.line) said \(said)")
    }
  }

  @Test("The first program has 20 lines, runs, and prints what its article says")
  func firstProgram() async throws {
    let article = try #require(try Article.all().first { $0.name == "GettingStarted.md" })
    let program = try #require(article.samples.first { $0.isProgram })
    #expect(program.code.count == 20)
    let folder = try TemporaryFolder()
    let outcome = try await Compiler.compile(
      program.code.joined(separator: "\n"), named: "main.swift", in: folder,
      try [
        "XMLReading", "ObjectModel", "ObjectStore", "ObjectGraph", "Inflating", "FileRenaming", "SQLiteStore",
      ].flatMap(Self.objects)
        + ["-lsqlite3", "-lz", "-o", folder.path("first")])
    try #require(outcome.accepted, "\(outcome.output)")
    let line = "Comet in Moominland 192\n"
    #expect(try await Compiler.run(folder.path("first"), in: folder).output == line)
    // The second run finds the book of the first one in the store, beside its own.
    #expect(try await Compiler.run(folder.path("first"), in: folder).output == line + line)
  }

  /// What the package manager has compiled of a module; what it once compiled of sources that are gone is passed over.
  private static func objects(of module: String) throws -> [String] {
    let folder = Compiler.build.appendingPathComponent(module + ".build")
    let sources = try PackageFolder.sources(below: "Sources/\(module)")
    let objects = Set(sources.map { URL(filePath: $0.path).lastPathComponent + ".o" })
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { objects.contains($0.lastPathComponent) }.map(\.path)
  }
}
