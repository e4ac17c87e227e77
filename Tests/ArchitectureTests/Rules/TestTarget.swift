internal import Foundation

/// A target of Package.swift with sources below Tests.
struct TestTarget {
  /// The folder below Tests.
  let folder: String
  let module: String
  /// The modules on which it depends.
  let uses: Set<String>

  /// All targets of Package.swift with sources below Tests.
  static var all: [TestTarget] {
    get throws {
      let manifest = try String(
        contentsOf: PackageFolder.url.appendingPathComponent("Package.swift"), encoding: .utf8)
      let folders = try PackageFolder.folders(in: "Tests")
      let short = manifest.matches(of: /tests\(\s*of: "(\w+)"(?:,\s*uses: \[([^\]]*)\])?/).map { found in
        TestTarget(
          folder: "\(found.1)Tests", module: "\(found.1)Tests",
          uses: names(found.2).union([String(found.1), "TestSupport"]))
      }
      let full = manifest.matches(
        of:
          /\.(?:testTarget|target|executableTarget)\(\s*name: "([\w-]+)"(?:,\s*dependencies: \[([^\]]*)\])?(?:,\s*path: "Tests\/(\w+)")?/
      ).map { found in
        TestTarget(
          folder: String(found.3 ?? found.1), module: String(found.1), uses: names(found.2))
      }
      return (short + full).filter { folders.contains($0.folder) }
    }
  }

  /// The names in quotes.
  private static func names(_ list: Substring?) -> Set<String> {
    Set((list ?? "").matches(of: /"([\w-]+)"/).map { String($0.1) })
  }
}
