import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Drafts of stores that were never finished")
struct DraftTests {
  /// Returns the name of a new draft of the store.
  private func draftName() -> String { ".library.sqlite.\(UUID().uuidString).draft" }

  /// Writes a file beside the store of a fixture.
  private func write(_ fixture: StoreFixture, _ name: String) throws -> String {
    let path = fixture.folder.appending(path: name).path
    try Data("draft".utf8).write(to: URL(filePath: path))
    return path
  }

  @Test("The next start removes the draft of a process that died, with its journal and log")
  func abandoned() throws {
    let fixture = try StoreFixture()
    let draft = draftName()
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = try write(fixture, draft + suffix) }
    // What is left when the removal itself was interrupted.
    _ = try write(fixture, draftName() + "-journal")
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
    let draft = try write(fixture, draftName())
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
    let draft = fixture.folder.appending(path: draftName()).path
    #expect(link(fixture.path, draft) == 0)
    #expect(try fixture.store().check().isSound)
    #expect(!FileManager.default.fileExists(atPath: draft))
  }

  @Test("Files with other names stay, and so does everything when the store is opened for reading")
  func others() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let names = [
      "library.sqlite.backup", "library.sqlite.\(UUID().uuidString)", ".2\(draftName().dropFirst())",
      draftName() + "-note", ".library.sqlite.\(UUID().uuidString)",
    ]
    let kept = try names.map { try write(fixture, $0) }
    let draft = try write(fixture, draftName())
    _ = try fixture.store(.init(isReadOnly: true))
    #expect(FileManager.default.fileExists(atPath: draft))
    _ = try fixture.store()
    for path in kept { #expect(FileManager.default.fileExists(atPath: path)) }
  }
}
