import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Drafts of stores that were never finished")
struct DraftTests {
  /// Writes a file beside the store of a fixture.
  private func write(_ fixture: StoreFixture, _ suffix: String) throws -> String {
    let path = fixture.path + suffix
    try Data("draft".utf8).write(to: URL(filePath: path))
    return path
  }

  @Test("The next start removes the draft of a process that died, with its journal and log")
  func abandoned() throws {
    let fixture = try StoreFixture()
    let draft = "." + UUID().uuidString
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = try write(fixture, draft + suffix) }
    // What is left when the removal itself was interrupted.
    _ = try write(fixture, "." + UUID().uuidString + "-journal")
    let store = try fixture.store()
    #expect(try store.check().isSound)
    #expect(
      try fixture.files().keys.allSatisfy {
        ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm"].contains($0)
      })
  }

  @Test("The draft of a process that is writing it stays, and is removed after the process ended")
  func alive() throws {
    let fixture = try StoreFixture()
    let draft = try write(fixture, "." + UUID().uuidString)
    let maker = open(draft, O_RDWR | O_CLOEXEC)
    flock(maker, LOCK_EX)
    _ = try fixture.store()
    #expect(FileManager.default.fileExists(atPath: draft))
    close(maker)
    _ = try fixture.store()
    #expect(!FileManager.default.fileExists(atPath: draft))
  }

  @Test("A draft that got the name of the store goes, and the store stays")
  func published() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let draft = fixture.path + "." + UUID().uuidString
    #expect(link(fixture.path, draft) == 0)
    #expect(try fixture.store().check().isSound)
    #expect(!FileManager.default.fileExists(atPath: draft))
  }

  @Test("Files with other names stay, and so does everything when the store is opened for reading")
  func others() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let names = [
      ".backup", ".\(UUID().uuidString).old", "2.\(UUID().uuidString)", ".\(UUID().uuidString)-note",
    ]
    let kept = try names.map { try write(fixture, $0) }
    let draft = try write(fixture, "." + UUID().uuidString)
    _ = try fixture.store(.init(isReadOnly: true))
    #expect(FileManager.default.fileExists(atPath: draft))
    _ = try fixture.store()
    for path in kept { #expect(FileManager.default.fileExists(atPath: path)) }
  }
}
