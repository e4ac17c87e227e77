import Foundation
internal import GRDB

/// Pictures as records of GRDB.
final class RecordPictures: PictureStore {
  private let queue: DatabaseQueue
  private let copier: LogCopier

  /// Opens a file that is there.
  init(path: String) throws {
    copier = try LogCopier(path: path)
    queue = try DatabaseQueue(path: path, configuration: copier.configuration)
  }

  func insert(_ facts: [PictureFacts], page: Int) async throws -> Cost {
    try clocked {
      for facts in facts.pages(of: page) {
        try queue.write { database in
          for facts in facts { try PictureRecord(facts).insert(database) }
        }
      }
    }
  }

  func readByNumber(_ numbers: [String]) async throws -> Reading {
    try await queue.read { database in
      try Reading {
        let statement = try database.cachedStatement(sql: "SELECT * FROM ZPICTURE WHERE ZNUMBER = ?")
        return try numbers.reduce(0) {
          try $0 + (PictureRecord.fetchOne(statement, arguments: [$1])?.views ?? 0)
        }
      }
    }
  }

  func readPages(from titles: [String]) async throws -> Reading {
    try await queue.read { database in
      try Reading {
        let statement = try database.cachedStatement(
          sql: "SELECT * FROM ZPICTURE WHERE ZTITLE >= ? ORDER BY ZTITLE, Z_PK LIMIT \(Reading.pageSize)")
        return try titles.reduce(0) { sum, title in
          try PictureRecord.fetchAll(statement, arguments: [title]).reduce(sum) { $0 + $1.views }
        }
      }
    }
  }

  func readOneByOne(_ keys: [Int64]) async throws -> Reading {
    try await queue.read { database in
      try Reading {
        let statement = try database.cachedStatement(sql: "SELECT * FROM ZPICTURE WHERE Z_PK = ?")
        return try keys.reduce(0) {
          try $0 + (PictureRecord.fetchOne(statement, arguments: [$1])?.views ?? 0)
        }
      }
    }
  }

  func readInBatches(_ keys: [Int64], size: Int) async throws -> Reading {
    try await queue.read { database in
      try Reading {
        let places = Array(repeating: "?", count: size).joined(separator: ", ")
        let statement = try database.cachedStatement(sql: "SELECT * FROM ZPICTURE WHERE Z_PK IN (\(places))")
        return try keys.pages(of: size).reduce(0) { sum, keys in
          try PictureRecord.fetchAll(statement, arguments: StatementArguments(keys)).reduce(sum) {
            $0 + $1.views
          }
        }
      }
    }
  }

  func readAll() async throws -> Reading {
    try await queue.read { database in
      try Reading {
        let statement = try database.cachedStatement(sql: "SELECT * FROM ZPICTURE")
        return try PictureRecord.fetchAll(statement).reduce(0) { $0 + $1.views }
      }
    }
  }

  func update(_ keys: [Int64], page: Int) async throws -> Cost {
    let records = try records(keys)
    return try clocked {
      for page in records.pages(of: page) {
        try queue.write { database in
          for record in page { try record.countView(database) }
        }
      }
    }
  }

  func saveOneByOne(_ count: Int, holding keys: [Int64]) async throws -> [Duration] {
    let records = try records(keys)
    return try (0..<count).map { index in
      try clocked {
        try queue.write { try records[index * 7919 % records.count].countView($0) }
      }.time
    }
  }

  func delete(_ keys: [Int64], page: Int) async throws -> Cost {
    let records = try records(keys)
    return try clocked {
      for page in records.pages(of: page) {
        try queue.write { database in
          for record in page { _ = try record.delete(database) }
        }
      }
    }
  }

  private func records(_ keys: [Int64]) throws -> [PictureRecord] {
    try queue.read { database in try keys.compactMap { try PictureRecord.fetchOne(database, key: $0) } }
  }
}

/// A row of the table of pictures, coded by hand: with `Codable` it takes longer.
private nonisolated struct PictureRecord: FetchableRecord, PersistableRecord {
  static let databaseTableName = "ZPICTURE"

  private var version: Int64 = 1
  private var entity: Int64 = 2
  private var facts: PictureFacts

  var views: Int { facts.views }

  init(_ facts: PictureFacts) { self.facts = facts }

  init(row: Row) {
    entity = row["Z_ENT"]
    version = row["Z_OPT"]
    facts = PictureFacts(
      key: row["Z_PK"], number: row["ZNUMBER"], title: row["ZTITLE"], text: row["ZTEXT"], tags: row["ZTAGS"],
      uploaded: Date(timeIntervalSinceReferenceDate: row["ZUPLOADED"]),
      taken: (row["ZTAKEN"] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) },
      views: row["ZVIEWS"], isFavourite: row["ZISFAVOURITE"], rating: row["ZRATING"], author: row["ZAUTHOR"])
  }

  func encode(to container: inout PersistenceContainer) {
    container["Z_PK"] = facts.key
    container["Z_ENT"] = entity
    container["Z_OPT"] = version
    container["ZNUMBER"] = facts.number
    container["ZTITLE"] = facts.title
    container["ZTEXT"] = facts.text
    container["ZTAGS"] = facts.tags
    container["ZUPLOADED"] = facts.uploaded.timeIntervalSinceReferenceDate
    container["ZTAKEN"] = facts.taken?.timeIntervalSinceReferenceDate
    container["ZVIEWS"] = facts.views
    container["ZISFAVOURITE"] = facts.isFavourite
    container["ZRATING"] = facts.rating
    container["ZAUTHOR"] = facts.author
  }

  /// Writes one view more, and the next version.
  func countView(_ database: Database) throws {
    var record = self
    record.facts.views += 1
    record.version += 1
    try record.update(database, columns: ["ZVIEWS", "Z_OPT"])
  }
}
