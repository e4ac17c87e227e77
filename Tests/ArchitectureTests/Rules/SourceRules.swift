/// Rules for single files.
enum SourceRules {
  static let longest = 400

  /// A file that is longer than a reader can hold in mind.
  static func length(_ file: SourceFile) -> [Violation] {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    return lines <= longest
      ? [] : [Violation(path: file.path, line: longest, what: "\(lines) lines, more than \(longest)")]
  }

  /// Constructs that put a promise of the compiler out of force and therefore need their reason beside them:
  /// a comment on the same line or on one of the two lines above.
  static func reasons(_ file: SourceFile) -> [Violation] {
    let risky = ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError("]
    let source = SourceText(file.text)
    return source.code.indices.flatMap { index in
      risky.filter { source.code[index].contains($0) }.compactMap { construct in
        let near = max(0, index - 2)...index
        return near.contains { source.hasComment[$0] }
          ? nil
          : Violation(path: file.path, line: index + 1, what: "`\(construct)` without a reason beside it")
      }
    }
  }

  /// Checks whose sentence an optimized build does not print.
  static func silentChecks(_ file: SourceFile) -> [Violation] {
    let source = SourceText(file.text)
    return source.code.indices.flatMap { index in
      ["precondition(", "preconditionFailure("].filter { source.code[index].contains($0) }.map {
        Violation(path: file.path, line: index + 1, what: "`\($0)`: use `require(` or `misuse(`")
      }
    }
  }

  /// Work left undone.
  ///
  /// The words are put together here so that a search for them does not find the rule.
  static func leftovers(_ file: SourceFile) -> [Violation] {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.flatMap { index in
      words.filter { lines[index].contains($0) }.map {
        Violation(path: file.path, line: index + 1, what: $0)
      }
    }
  }
}
