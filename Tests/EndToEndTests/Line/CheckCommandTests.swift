import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("The command check", .fewAtOnce)
struct CheckCommandTests {
  @Test("The check explains the store, and --repair writes a copy and says what it did")
  func repair() async throws {
    let home = try await Home(photos: threePhotographers)
    let check = try await home.run("check")
    check.expectSuccess()
    #expect(check.lines.contains { $0.hasPrefix("store\t") })
    #expect(
      check.lines.contains("version\t2") && check.lines.contains("model\t12 entities, as in this program"))
    #expect(check.lines.contains { $0.hasPrefix("text index\t") && $0.hasSuffix("rows to index") })
    let before = try await home.run("photos", "--json").output
    let repair = try await home.run("check", "--repair")
    repair.expectSuccess()
    let copy = home.library + "/library.before-repair.sqlite"
    #expect(repair.lines.first == "copy\t\(copy)" && repair.lines.last == "sound")
    #expect(repair.lines.contains("repaired\tthe full-text indexes were made again"))
    #expect(
      try SQLiteStore.metadata(at: copy).identifier
        == SQLiteStore.metadata(at: home.library + "/library.sqlite").identifier)
    #expect(try await home.run("photos", "--json").output == before)
    // The copy in the place of the library is the library.
    try SQLiteStore.replace(at: home.library + "/library.sqlite", with: copy)
    #expect(try await home.run("photos", "--json").output == before)
  }

  @Test("Without a library, nothing is made")
  func noLibrary() async throws {
    let home = try Home()
    try await home.run("check", "--repair").expectFailure("There is no library in")
    #expect(!FileManager.default.fileExists(atPath: home.library))
  }
}
