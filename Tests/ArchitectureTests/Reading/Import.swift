/// An import as it is written in a source file.
struct Import: Equatable {
  /// The module; of `import struct Terminal.Cell` it is `Terminal`.
  let module: String
  /// `public`, `internal` and so on, where one is written.
  let access: String?
  /// Attributes such as `@testable`, in their order.
  let attributes: [String]
  let line: Int

  /// All imports of a source, in their order.
  static func all(in source: SourceText) -> [Import] {
    var result: [Import] = []
    // The pattern is parsed for each statement that it is matched with: most lines do not have the word.
    for (index, code) in source.code.enumerated() where code.contains("import") {
      for statement in code.split(separator: ";") {
        if let found = Import(statement: statement, line: index + 1) { result.append(found) }
      }
    }
    return result
  }

  private init?(statement: Substring, line: Int) {
    let pattern =
      /^\s*(?<attributes>(@\w+(\([^)]*\))?\s*)*)((?<access>public|package|internal|fileprivate|private)\s+)?import\s+((typealias|struct|class|enum|protocol|actor|macro|let|var|func)\s+)?(?<module>\w+)/
    guard let match = try? pattern.firstMatch(in: statement) else { return nil }
    module = String(match.module)
    access = match.access.map { String($0) }
    attributes = match.attributes.split(separator: " ").map { String($0) }
    self.line = line
  }
}
