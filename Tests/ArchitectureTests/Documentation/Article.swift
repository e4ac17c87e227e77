import Foundation

/// An article of the documentation, and the Swift code in it.
struct Article {
  struct Sample {
    /// The line of the article on which the code begins.
    let line: Int
    let code: [Substring]

    /// Whether the code is a whole program.
    var isProgram: Bool { code.contains { $0.hasPrefix("import ") } }

    /// What the code says that it prints: the comments behind `print(…)`.
    var promises: [String] {
      code.compactMap { line in
        guard let comment = line.range(of: ")  // "), line.contains("print(") else { return nil }
        return String(line[comment.upperBound...])
      }
    }
  }

  let name: String
  let samples: [Sample]

  static func all() throws -> [Article] {
    let folder = PackageFolder.url.appendingPathComponent("Sources/ObjectGraph/ObjectGraph.docc")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
      .sorted { $0.path < $1.path }
      .map { Article(name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8)) }
  }

  init(name: String, text: String) {
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { lines[$0] == "```swift" }
    samples = starts.map { start in
      Sample(line: start + 2, code: Array(lines[(start + 1)...].prefix { $0 != "```" }))
    }
  }
}
