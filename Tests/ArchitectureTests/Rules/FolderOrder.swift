internal import Foundation

/// The order of the folders of ObjectGraph: a file uses types of its own row of the table and of the rows above.
///
/// The table stands in CONTRIBUTING.md.
struct FolderOrder {
  /// The table of CONTRIBUTING.md.
  static var objectGraph: FolderOrder {
    get throws {
      let guide = PackageFolder.url.appendingPathComponent("CONTRIBUTING.md")
      let text = try String(contentsOf: guide, encoding: .utf8)
      let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| folders of `ObjectGraph` |") }
      return FolderOrder(
        rows: rows.dropFirst(2).prefix { $0.hasPrefix("|") }.compactMap { row in
          row.split(separator: "|").first.map(names)
        })
    }
  }

  /// The names of the folders in each row.
  let rows: [[String]]

  private static func names(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// Returns the uses of types that are declared in a row further below.
  func violations(in files: [SourceFile]) -> [Violation] {
    let sources = files.map { (file: $0, row: row(of: $0), code: SourceText($0.text).code) }
    var homes: [Substring: Int] = [:]
    var nested: [Substring: Int] = [:]
    for source in sources {
      guard let row = source.row else { continue }
      for line in source.code {
        guard let name = declaredType(line) else { continue }
        if line.first?.isWhitespace == true {
          nested[name] = min(nested[name] ?? row, row)
        } else {
          homes[name] = row
        }
      }
    }
    // A nested type of the same name in a row above hides the other one.
    homes.merge(nested.filter { homes[$0.key] != nil }) { min($0, $1) }
    return sources.flatMap { source -> [Violation] in
      guard let row = source.row else {
        return [Violation(path: source.file.path, line: 1, what: "a folder without a row in the table")]
      }
      return source.code.indices.flatMap { index in
        words(source.code[index]).filter { homes[$0] ?? 0 > row }.map {
          Violation(path: source.file.path, line: index + 1, what: "\($0) is declared in a row below")
        }
      }
    }
  }

  /// The row of a file; files outside of folders belong to the first one.
  private func row(of file: SourceFile) -> Int? {
    let parts = file.path.split(separator: "/")
    return parts.count == 3 ? 0 : rows.firstIndex { $0.contains(String(parts[2])) }
  }

  /// The name of the type that a line declares.
  private func declaredType(_ line: String) -> Substring? {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    let words = words(line)
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      words[kind + 1].first?.isUppercase == true, !words[..<kind].contains("extension")
    else { return nil }
    return words[kind + 1]
  }

  private func words(_ line: String) -> [Substring] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }
}
