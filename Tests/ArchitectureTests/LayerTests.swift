import Foundation
import Testing

@Suite("Layers")
struct LayerTests {
  @Test("Every target has a row in the table, and every row a target")
  func rowsAndTargets() throws {
    let targets = try Layers.proofsheet.targets
    #expect(try PackageFolder.folders(in: "Sources") == targets)
  }

  @Test("A row names only targets of the table, and a C library stands in one row")
  func tableIsSound() throws {
    let table = try Layers.proofsheet
    #expect(table.libraries.count == 13 && table.uses.count > 12)
    for (target, uses) in table.uses {
      #expect(uses.isSubset(of: table.targets), "\(target)")
    }
    for library in table.libraries {
      #expect(table.uses.values.filter { $0.contains(library) }.count == 1, "\(library)")
    }
  }

  @Test("No source imports what its row does not list")
  func imports() throws {
    let sources = try PackageFolder.sources(below: "Sources").filter { $0.path.hasSuffix(".swift") }
    let table = try Layers.proofsheet
    #expect(sources.count >= table.uses.count)
    #expect(sources.flatMap(table.violations) == [])
  }

  /// A module that happens to be built earlier can be imported without that, and one day is not built yet.
  @Test("No test imports a module that its target does not depend on")
  func testImports() throws {
    let targets = try TestTarget.all
    let modules = try Layers.proofsheet.targets.union(targets.map(\.module))
    // Those folders belong to another package, and have no sources of this one.
    let others: Set = ["Benchmarks", "Libraries", "Peers"]
    #expect(try Set(targets.map(\.folder)) == PackageFolder.folders(in: "Tests").subtracting(others))
    for target in targets {
      let sources = try PackageFolder.sources(below: "Tests/" + target.folder)
        .filter { $0.path.hasSuffix(".swift") }
      let imported = Set(sources.flatMap { Import.all(in: SourceText($0.text)).map(\.module) })
      #expect(imported.intersection(modules).subtracting(target.uses) == [], "\(target.folder)")
    }
  }

  @Test(
    "An import against the table is found",
    arguments: [
      "import SQLiteStore", "public import Browser", "  internal   import SQLiteStore // for the file",
      "import struct Terminal.Cell", "@preconcurrency import Terminal",
      "@_spi(Rows) public import SQLiteStore",
      "import Foundation; import Terminal", "package import class PhotoLibrary.Photo",
      "internal import CSQLite",
      "@testable import ListChanges", "@_exported public import ListChanges",
      "#if DEBUG\nimport Terminal\n#endif",
      "let text = \"\\(names[\"a\"] ?? \"\")\"\nimport Terminal",
    ])
  func foundInFetchedResults(source: String) throws {
    let file = SourceFile(path: "Sources/FetchedResults/Controller.swift", text: source)
    #expect(try Layers.proofsheet.violations(in: file).count == 1)
  }

  @Test(
    "What only looks like an import against the table is let through",
    arguments: [
      "import ObjectGraph", "public import ListChanges", "import Foundation", "import FetchedResults",
      "// import SQLiteStore", "/* outer /* inner */\nimport SQLiteStore */",
      "let text = \"import SQLiteStore\"",
      "let text = \"\"\"\n  import SQLiteStore\n  \"\"\"", "let text = #\"a \" b\nimport SQLiteStore\"#",
      "let important = 1", "import TerminalColors",
    ])
  func letThroughInFetchedResults(source: String) throws {
    let file = SourceFile(path: "Sources/FetchedResults/Controller.swift", text: source)
    #expect(try Layers.proofsheet.violations(in: file) == [])
  }

  @Test("A module exports another one in a file of its own")
  func exports() throws {
    let text = "@_exported public import ObjectStore"
    func count(_ name: String) throws -> Int {
      try Layers.proofsheet.violations(in: SourceFile(path: "Sources/ObjectGraph/\(name)", text: text)).count
    }
    #expect(try count("Exports.swift") == 0)
    #expect(try count("Writer.swift") == 1)
  }

  @Test("A C library is imported internally, by its one target")
  func libraries() throws {
    let table = try Layers.proofsheet
    func count(_ source: String, in target: String) -> Int {
      table.violations(in: SourceFile(path: "Sources/\(target)/File.swift", text: source)).count
    }
    #expect(count("internal import CSQLite", in: "SQLiteStore") == 0)
    #expect(count("public import CSQLite", in: "SQLiteStore") == 1)
    #expect(count("import CSQLite", in: "SQLiteStore") == 1)
    #expect(count("internal import CSQLite", in: "PhotoLibrary") == 1)
    #expect(count("internal import CNcurses", in: "proofsheet") == 1)
  }

  @Test("A folder without sources is no folder without violations")
  func emptyFolder() {
    #expect(throws: CocoaError.self) { try PackageFolder.sources(below: "Sources/Nowhere") }
  }

  @Test("A target without a row is found")
  func unknownTarget() throws {
    let file = SourceFile(path: "Sources/Newcomer/File.swift", text: "")
    #expect(try Layers.proofsheet.violations(in: file).count == 1)
  }

  @Test("The guide for contributors names only source files that exist")
  func namedFiles() throws {
    let guide = try String(
      contentsOf: PackageFolder.url.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let paths = try (PackageFolder.sources(below: "Sources") + PackageFolder.sources(below: "Tests")).map(
      \.path)
    let named = guide.split { !$0.isLetter && !$0.isNumber && !"/+._".contains($0) }
      .filter { $0.hasSuffix(".swift") && $0.count > 6 }
    #expect(named.count > 50)
    #expect(named.filter { name in !paths.contains { $0 == name || $0.hasSuffix("/" + name) } } == [])
  }
}
