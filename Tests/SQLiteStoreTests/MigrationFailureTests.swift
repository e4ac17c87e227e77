import Foundation
import Glibc
import ObjectGraph
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("A migration of a file that fails")
struct MigrationFailureTests {
  /// A photo with a film, in two versions: nearly everything of the second differs.
  enum Version {
    static func old() throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          nil, name: "Film", attributes: [.init("name", .string)],
          relationships: [.toMany("photos", "Photo", inverse: "film", isOrdered: true)]),
        EntityDescription(
          nil, name: "Photo",
          attributes: [
            .init("name", .string), .init("views", .integer64), .init("text", .string, isOptional: true),
          ],
          relationships: [.toOne("film", "Film", inverse: "photos")], indexes: [["views"]],
          fullTextIndex: ["text"]),
      ])
    }

    static func new() throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(nil, name: "Author", attributes: [.init("name", .string)]),
        EntityDescription(
          nil, name: "Film", attributes: [.init("title", .string, renamingIdentifier: "name")],
          relationships: [.toMany("photos", "Photo", inverse: "film", isOrdered: true)]),
        EntityDescription(
          nil, name: "Photo",
          attributes: [
            .init("name", .string), .init("views", .string), .init("text", .string, default: .string("-")),
            .init("rating", .integer16, default: .integer(3)),
          ],
          relationships: [.toMany("film", "Film", inverse: "photos")], unique: [["views"]],
          fullTextIndex: ["text"]),
      ])
    }
  }

  private struct Stop: Error {}

  /// The number of rows of each entity.
  private static let count: Int64 = 60

  /// Fills a file of the old version.
  private func fill(_ fixture: StoreFixture, text: String = "t") throws {
    let writer = try fixture.store().makeWriter()
    let films = (1...Self.count).map {
      Row(id: ManagedObjectID(entity: 1, key: $0), version: 0, values: [.string("f\($0)")])
    }
    let photos = (1...Self.count).map { key in
      Row(
        id: ManagedObjectID(entity: 2, key: key), version: 0,
        values: [
          .string("p\(key)"), .integer(key * 10), key == 1 ? .null : .string(text),
          .reference(ManagedObjectID(entity: 1, key: key / 2 + 1)), .integer(key),
        ])
    }
    try writer.insert(films + photos)
  }

  /// Expects a sound file of one of the versions, with all rows; returns whether it is the new one.
  private func isMigrated(_ fixture: StoreFixture) throws -> Bool {
    let metadata = try #require(try StoreMetadata(on: fixture.connection()))
    let isNew = metadata.modelHashes == (try Version.new()).versionHashes
    let store = try fixture.store(model: isNew ? Version.new() : Version.old())
    let check = try store.check()
    #expect(check.isSound, "\(check)")
    let reader = try store.makeReader()
    let (film, photo): (EntityNumber, EntityNumber) = isNew ? (2, 3) : (1, 2)
    #expect(try reader.count(StoreQuery(entity: film)) == Int(Self.count))
    let photos = try reader.fetch(StoreQuery(entity: photo))
    let views = photos.map { $0.values[1] }
    #expect(views == (1...Self.count).map { isNew ? .string("\($0 * 10)") : .integer($0 * 10) })
    let film1 = try #require(try reader.rows([ManagedObjectID(entity: film, key: 1)]).first)
    #expect(film1.values == [.string("f1")])
    if isNew {
      #expect(try reader.count(StoreQuery(entity: 4)) == Int(Self.count))
      #expect(photos[0].values == [.string("p1"), .string("10"), .string("-"), .integer(3)])
    } else {
      #expect(photos[0].values.last == .integer(1))
      #expect(photos[0].values[3].reference?.key == 1)
    }
    return isNew
  }

  @Test("An error before any step leaves the old file, and a later attempt succeeds")
  func eachStep() throws {
    let fixture = try StoreFixture(Version.old())
    try fill(fixture)
    var steps = 0
    while true {
      let limit = steps
      let migration = StoreMigration.inferred.reporting { if $0.completedSteps == limit { throw Stop() } }
      do {
        _ = try fixture.store(StoreOptions(migration: migration), model: Version.new())
        break
      } catch is Stop {
        #expect(try isMigrated(fixture) == false)
        steps += 1
      }
    }
    #expect(steps > 10)
    #expect(try isMigrated(fixture))
  }

  @Test("A process that is killed during a step leaves the old file", arguments: [0, 3, 6, 9, 12, 15])
  func killed(step: Int) async throws {
    let fixture = try StoreFixture(Version.old())
    try fill(fixture)
    let path = fixture.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, step = step as Int] in
      let migration = StoreMigration.inferred.reporting {
        if $0.completedSteps == step { kill(getpid(), SIGKILL) }
      }
      _ = try SQLiteStore(path: path, model: Version.new(), options: StoreOptions(migration: migration))
    }
    #expect(try isMigrated(fixture) == false)
    _ = try fixture.store(StoreOptions(migration: .inferred), model: Version.new())
    #expect(try isMigrated(fixture))
  }

  @Test("A process that is killed at any time leaves the old file or the new one", arguments: 0..<6)
  func killedAnywhere(attempt: Int) async throws {
    let fixture = try StoreFixture(Version.old())
    try fill(fixture, text: String(repeating: "text ", count: 2_000))
    let path = fixture.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, attempt = attempt as Int] in
      let migration = StoreMigration.inferred.reporting { progress in
        guard progress.completedSteps == 0 else { return }
        Thread.detachNewThread {
          usleep(UInt32(attempt) * 4_000)
          kill(getpid(), SIGKILL)
        }
      }
      _ = try SQLiteStore(path: path, model: Version.new(), options: StoreOptions(migration: migration))
      while true { pause() }
    }
    if try !isMigrated(fixture) {
      _ = try fixture.store(StoreOptions(migration: .inferred), model: Version.new())
    }
    #expect(try isMigrated(fixture))
  }

  @Test("A file that cannot grow stays as it is")
  func full() async throws {
    let fixture = try StoreFixture(Version.old())
    try fill(fixture, text: String(repeating: "text ", count: 2_000))
    #expect(try fixture.connection().checkpoint(.truncate))
    let path = fixture.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      do {
        _ = try SQLiteStore(path: path, model: Version.new(), options: StoreOptions(migration: .inferred))
        exit(3)
      } catch is StoreError {
        exit(0)
      }
    }
    #expect(try isMigrated(fixture) == false)
    _ = try fixture.store(StoreOptions(migration: .inferred), model: Version.new())
    #expect(try isMigrated(fixture))
  }

  @Test("The full-text index finds the texts of a migrated file")
  func textIndex() throws {
    let fixture = try StoreFixture(Version.old())
    try fill(fixture, text: "a heron")
    let store = try fixture.store(StoreOptions(migration: .inferred), model: Version.new())
    let predicate = try FetchPredicate("text CONTAINS 'heron'")
    #expect(
      try store.makeReader().count(StoreQuery(entity: 3, predicate: predicate)) == Int(Self.count) - 1)
  }
}
