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

  @Test("The next start removes the draft of a process that died, with its journal, log and lock")
  func abandoned() throws {
    let fixture = try StoreFixture()
    let draft = draftName()
    for suffix in ["", "-journal", "-wal", "-shm", "-lock"] { _ = try write(fixture, draft + suffix) }
    // What is left when the removal itself was interrupted, or before the draft was made.
    for suffix in ["-journal", "-lock"] { _ = try write(fixture, draftName() + suffix) }
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
    let lock = try write(fixture, URL(filePath: draft).lastPathComponent + "-lock")
    let maker = open(lock, O_RDWR | O_CLOEXEC)
    #expect(flock(maker, LOCK_EX) == 0)
    _ = try fixture.store()
    #expect([draft, lock].allSatisfy(FileManager.default.fileExists(atPath:)))
    // Also for a process that another test is starting and that has inherited it (flock(2)).
    flock(maker, LOCK_UN)
    close(maker)
    _ = try fixture.store()
    #expect(![draft, lock].contains(where: FileManager.default.fileExists(atPath:)))
  }

  /// On NFS, a lock of flock(2) excludes the locks of SQLite, and on SMB it lets no other descriptor read or write.
  @Test("A draft that is written is protected by a lock on another file, and never locked itself")
  func lockBeside() throws {
    let fixture = try StoreFixture()
    func isFree(_ path: String) -> Bool {
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      defer { close(descriptor) }
      guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
      flock(descriptor, LOCK_UN)
      return true
    }
    try StoreDraft.make(of: fixture.path) { draft in
      #expect(isFree(draft) && !isFree(draft + "-lock"))
    } place: { draft in
      // Also before it has its name, no other process takes it for abandoned.
      StoreDraft.removeAbandoned(of: fixture.path)
      #expect(isFree(draft) && !isFree(draft + "-lock"))
      return rename(draft, fixture.path) == 0 ? 0 : errno
    }
    #expect(try Array(fixture.files().keys) == ["library.sqlite"])
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
