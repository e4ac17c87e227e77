import Foundation
import TestSupport
import Testing

@Suite("The script that makes temporary folders")
struct TemporaryFolderScriptTests {
  @Test("A folder that other users must enter is not made below one that is closed to them")
  func closedFolder() async throws {
    let files = FileManager.default
    // A longer path would not be used.
    let outer = "/tmp/\(UUID().uuidString.prefix(8))"
    let inner = outer + "/a"
    try files.createDirectory(atPath: inner, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: outer) }
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: inner)
    for (permissions, place) in [(0o755, inner), (0o700, "/tmp")] {
      try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: outer)
      let outcome = try await Compiler.run(
        "/usr/bin/env",
        ["TMPDIR=\(inner)", PackageFolder.url.appendingPathComponent("Scripts/make-temporary-folder").path],
        in: TemporaryFolder())
      try #require(outcome.accepted, "\(outcome.output)")
      let path = outcome.output.trimmingCharacters(in: .newlines)
      #expect(path.hasPrefix(place + "/ps."))
      if path.hasPrefix(place + "/ps.") { try files.removeItem(atPath: path) }
    }
  }
}
