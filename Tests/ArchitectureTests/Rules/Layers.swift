/// The table of layers: which of our own targets a target may import.
///
/// A change here is a change of the architecture; Package.swift and CONTRIBUTING.md have the same rows.
struct Layers {
  static let proofsheet = Layers(
    libraries: ["CSQLite", "CCurl", "CNcurses", "CTurboJPEG", "CSpng", "CChafa"],
    uses: [
      "ObjectGraph": [],
      "ListChanges": [],
      "Transfer": ["CCurl"],
      "Terminal": ["CNcurses"],
      "Pictures": ["CTurboJPEG", "CSpng", "CChafa"],

      "SQLiteStore": ["ObjectGraph", "CSQLite"],
      "FetchedResults": ["ObjectGraph", "ListChanges"],
      "Flickr": ["Transfer"],
      "TerminalUI": ["Terminal", "ListChanges"],

      "PhotoLibrary": ["ObjectGraph", "SQLiteStore", "FetchedResults", "Flickr", "Transfer"],

      "Browser": [
        "PhotoLibrary", "FetchedResults", "ObjectGraph", "ListChanges", "TerminalUI", "Terminal", "Pictures",
      ],

      "proofsheet": [
        "Browser", "PhotoLibrary", "FetchedResults", "ObjectGraph", "SQLiteStore", "Flickr", "Transfer",
        "TerminalUI", "Terminal", "ListChanges", "Pictures",
      ],

      "Examples": ["ObjectGraph", "SQLiteStore", "FetchedResults", "ListChanges"],
    ])

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
      return complaints(about: item, allowed: allowed, target: file.target).map {
        Violation(path: file.path, line: item.line, what: $0)
      }
    }
  }

  private func complaints(about item: Import, allowed: Set<String>, target: String) -> [String] {
    var result: [String] = []
    if !allowed.contains(item.module) {
      result.append("\(target) may not import \(item.module)")
    }
    if item.attributes.contains("@testable") || item.attributes.contains("@_exported") {
      result.append("\(item.attributes.joined(separator: " ")) import of \(item.module)")
    }
    if libraries.contains(item.module), item.access != "internal" {
      result.append("a C library is imported with `internal import \(item.module)`")
    }
    return result
  }
}
