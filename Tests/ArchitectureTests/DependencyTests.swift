import Foundation
import TestSupport
import Testing

@Suite("Use by other packages")
struct DependencyTests {
  @Test("A package that uses the library without the browser fetches no other package")
  func withoutBrowser() async throws {
    let folder = try TemporaryFolder()
    let sources = folder.url.appendingPathComponent("Sources/Shop")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try "import ObjectGraph".write(
      to: sources.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "Shop",
        dependencies: [.package(name: "proofsheet", path: "\(PackageFolder.url.path)", traits: [])],
        targets: [
          .executableTarget(
            name: "Shop", dependencies: [.product(name: "ObjectGraph", package: "proofsheet")])
        ])
      """
    try manifest.write(toFile: folder.path("Package.swift"), atomically: true, encoding: .utf8)
    let outcome = try await Compiler.run(
      "/usr/bin/env", [Compiler.tool("swift"), "package", "show-dependencies", "--format", "flatlist"],
      in: folder)
    try #require(outcome.accepted, "\(outcome.output)")
    // Packages are listed by their folders, in lower case.
    let own = PackageFolder.url.lastPathComponent.lowercased()
    let packages = outcome.output.split(separator: "\n").filter { $0 == own || !$0.contains(" ") }
    #expect(packages == [Substring(own)])
  }

  @Test("The library imports no module of one platform")
  func portable() throws {
    let files = try PackageFolder.library.flatMap { try PackageFolder.sources(below: "Sources/\($0)") }
      .filter { $0.path.hasSuffix(".swift") }
    #expect(files.count > 100)
    let bound = ["import Glibc", "import Musl", "import Darwin", "import FoundationEssentials"]
    #expect(files.filter { file in bound.contains { file.text.contains($0) } }.map(\.path) == [])
  }
}
