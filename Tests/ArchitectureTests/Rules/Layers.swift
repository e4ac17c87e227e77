internal import Foundation

/// The table of layers: which of our own targets a target may import.
///
/// The table stands in CONTRIBUTING.md; a change there is a change of the architecture. Package.swift has the same rows.
struct Layers {
  /// The table of CONTRIBUTING.md, with the columns target, content and permitted imports.
  static var proofsheet: Layers {
    get throws {
      let guide = PackageFolder.url.appendingPathComponent("CONTRIBUTING.md")
      return Layers(table: try String(contentsOf: guide, encoding: .utf8))
    }
  }

  /// Reads the rows of the table from a text in Markdown; rows of several targets are those of C libraries.
  init(table text: String) {
    var libraries: Set<String> = []
    var uses: [String: Set<String>] = [:]
    let rows = text.split(separator: "\n").drop {
      !$0.hasPrefix("| target | what lives there | may import |")
    }
    for row in rows.dropFirst(2).prefix(while: { $0.hasPrefix("|") }) {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(Self.names)
      guard cells.count >= 3 else { continue }
      if cells[0].count > 1 { libraries.formUnion(cells[0]) }
      if cells[0].count == 1 { uses[cells[0][0]] = Set(cells[2]) }
    }
    (self.libraries, self.uses) = (libraries, uses)
  }

  /// The words of a cell between backticks.
  private static func names(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// The C libraries, each imported by the one target whose row names it.
  let libraries: Set<String>
  /// The rows of the table.
  let uses: [String: Set<String>]

  /// All targets, the C libraries included.
  var targets: Set<String> { libraries.union(uses.keys) }

  /// What is wrong with the imports of a file.
  func violations(in file: SourceFile) -> [Violation] {
    guard let allowed = uses[file.target] else {
      return [Violation(path: file.path, line: 1, what: "target \(file.target) has no row in the table")]
    }
    return Import.all(in: SourceText(file.text)).flatMap { item -> [Violation] in
      guard targets.contains(item.module), item.module != file.target else { return [] }
      return complaints(about: item, allowed: allowed, in: file).map {
        Violation(path: file.path, line: item.line, what: $0)
      }
    }
  }

  private func complaints(about item: Import, allowed: Set<String>, in file: SourceFile) -> [String] {
    var result: [String] = []
    if !allowed.contains(item.module) {
      result.append("\(file.target) may not import \(item.module)")
    }
    // A module that exports another one says so in a file of its own.
    let isExport = file.path.hasSuffix("/Exports.swift")
    if item.attributes.contains("@testable") || item.attributes.contains("@_exported") && !isExport {
      result.append("\(item.attributes.joined(separator: " ")) import of \(item.module)")
    }
    if libraries.contains(item.module), item.access != "internal" {
      result.append("a C library is imported with `internal import \(item.module)`")
    }
    return result
  }
}
