import Foundation
import TestSupport
import Testing

/// Promises that the compiler keeps: each file in `Refused` is compiled by itself against the built modules.
///
/// The first lines of a snippet say what has to come of it: `// expect: TEXT` for each text that the compiler's
/// errors must hold, or `// accepted` for a control that shows that its neighbors fail for their reason alone.
@Suite("Refused snippets")
struct RefusedSnippetTests {
  @Test(
    "The compiler refuses the snippet with the error it names, or accepts it", arguments: try Snippet.all())
  func refusedOrAccepted(snippet: Snippet) async throws {
    let outcome = try await snippet.compile()
    if snippet.expectations.isEmpty {
      #expect(outcome.accepted, "\(outcome.output)")
    } else {
      #expect(!outcome.accepted, "the compiler accepts it")
      for text in snippet.expectations {
        #expect(outcome.errors.contains { $0.contains(text) }, "\(outcome.output)")
      }
    }
  }

  @Test("There are snippets to refuse, and controls")
  func both() throws {
    let snippets = try Snippet.all()
    #expect(snippets.contains { $0.expectations.isEmpty })
    #expect(snippets.contains { !$0.expectations.isEmpty })
  }
}

/// A source that is no part of any target, and what its first lines expect.
struct Snippet: CustomTestStringConvertible {
  let url: URL
  let text: String
  let expectations: [String]

  var testDescription: String { url.lastPathComponent }

  static func all() throws -> [Snippet] {
    let folder = PackageFolder.url.appendingPathComponent("Tests/ArchitectureTests/Refused")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(".swift.txt") }
      .sorted { $0.path < $1.path }
      .map(Snippet.init)
  }

  init(url: URL) throws {
    self.url = url
    text = try String(contentsOf: url, encoding: .utf8)
    let mark = "// expect: "
    let head = text.split(separator: "\n").prefix { $0.hasPrefix("//") }
    expectations = head.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    guard !expectations.isEmpty || head.first == "// accepted" else { throw NoExpectation(url: url) }
  }

  struct NoExpectation: Error {
    let url: URL
  }
}

extension Snippet {
  /// Has the compiler check the snippet as a program that imports our modules.
  ///
  /// As far as SIL, because the check of what is sent where is made there: `-typecheck` lets it pass.
  func compile() async throws -> Compiler.Outcome {
    let folder = try TemporaryFolder()
    return try await Compiler.compile(
      text, in: folder, ["-emit-sil", "-o", folder.path("snippet.sil"), "-parse-as-library"])
  }
}
