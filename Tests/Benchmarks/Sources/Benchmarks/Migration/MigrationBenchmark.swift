import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// Opens stores of a million photos with another model, beside the same changes in SQL.
///
/// Each time begins with a copy of the same file and ends when all connections are closed, with the log copied into the file.
struct MigrationBenchmark {
  private static let rounds = 5
  private static let (ours, byHand) = ("migration", "SQL by hand")
  let count: Int

  func run() async throws -> Part {
    let folder = try TemporaryFolder()
    var part = Part(
      race: "\(count.grouped) photos, migrated", of: "",
      to: Self.byHand)
    var files: [Bool: String] = [:]
    for change in try MigratedModel.all() {
      let file = try files[change.hadMembers] ?? makeFile(change, in: folder)
      files[change.hadMembers] = file
      var race = Race()
      for round in 0..<Self.rounds {
        try await race.round { race in
          for name in round.isMultiple(of: 2) ? [Self.ours, Self.byHand] : [Self.byHand, Self.ours] {
            let copy = folder.path("copy.sqlite")
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            sync()
            try await race.run(name) {
              if name == Self.ours { try migrate(copy, change) } else { try change.changeByHand(copy) }
            }
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
          }
        }
      }
      part.add(race, units: 1, to: Self.byHand, prefix: change.name + ": ")
      guard change.hasWork else { continue }
      part.check(.migration, race, Self.ours, to: Self.byHand, detail: change.name)
    }
    return part
  }

  private func migrate(_ path: String, _ change: MigratedModel) throws {
    _ = try SQLiteStore(path: path, model: change.new, options: StoreOptions(migration: .inferred))
  }

  /// Makes a file with the photos, one in three of which has a note, and a thousand owners.
  private func makeFile(_ change: MigratedModel, in folder: TemporaryFolder) throws -> String {
    let hasMembers = change.hadMembers
    let path = folder.path(hasMembers ? "members.sqlite" : "photos.sqlite")
    _ = try SQLiteStore(path: path, model: change.old)
    let database = try RawSQLite(path: path)
    let names = try OldNames(database)
    let owner = hasMembers ? "" : ", ZOWNER"
    let number = "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = "
    try database.execute(
      """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, \(number)'Owner'), 1, 'owner ' || i FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZSIZE, ZNOTE\(owner))
      SELECT i, \(number)'Photo'), 1, 'A heron at the lake ' || (i * 7919 % 1000003), i * 31,
        CASE i % 3 WHEN 0 THEN 'seen in the morning' END\(hasMembers ? "" : ", 1 + i % 1000") FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Photo';
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1000 WHERE Z_NAME = 'Owner';
      COMMIT
      """)
    if hasMembers {
      try database.execute(
        names.replaced(in: "INSERT INTO {table} ({photo}, {owner}) SELECT Z_PK, 1 + Z_PK % 1000 FROM ZPHOTO"))
    }
    return path
  }
}

extension MigratedModel {
  /// Makes the change as an expert would.
  fileprivate func changeByHand(_ path: String) throws {
    let database = try RawSQLite(path: path)
    let names = try OldNames(database)
    try database.execute("BEGIN IMMEDIATE; \(names.replaced(in: sql)); COMMIT")
  }
}

/// The names that the library has chosen in a file.
private struct OldNames {
  private var names: [String: String] = [:]

  init(_ database: RawSQLite) throws {
    names["index"] =
      try database.texts(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZPHOTO' AND sql LIKE '%ZOWNER%'"
      ).first
    names["table"] =
      try database.texts("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'").first
    guard let table = names["table"] else { return }
    for (name, part) in [("photo", "PHOTO"), ("owner", "OWNER")] {
      names[name] =
        try database.texts("SELECT name FROM pragma_table_info('\(table)') WHERE name LIKE '%\(part)%'").first
    }
  }

  /// Returns statements with the names in place of those in braces.
  func replaced(in sql: String) -> String {
    names.reduce(sql) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
  }
}
