import Foundation
import TestSupport

/// Writes and reads pictures as objects of a graph, beside SQLite alone and records of GRDB.
struct ObjectsBenchmark {
  let counts: [Int]

  func run() async throws -> [Part] {
    var times = Part(
      title: "objects",
      columns: [
        .init(title: "ms", digits: 3), .init(title: "C ms", digits: 3), .init(title: "to C", digits: 2),
        .init(title: "worst", digits: 2), .init(title: "processor to C", digits: 2),
        .init(title: "GRDB ms", digits: 3), .init(title: "to GRDB", digits: 2),
        .init(title: "processor to GRDB", digits: 2),
      ])
    var memory = Part(
      title: "memory",
      columns: [.init(title: "bytes of a fault"), .init(title: "bytes of an object with values")])
    for count in counts { try await measure(count, &times, &memory) }
    return [times, memory]
  }

  private func measure(_ count: Int, _ times: inout Part, _ memory: inout Part) async throws {
    let facts = PictureFacts.make(count)
    let rows = try await PictureFiles.rows(of: facts)
    defer { RawSQLite.free(rows) }
    var contest = Contest()
    for run in 0..<(count > 10_000 ? 5 : 7) {
      let files = try await PictureFiles(rows: rows)
      try await contest.insert(facts, page: 250, files)
      if count > 10_000 {
        try await contest.insert(facts, page: 10_000, try await PictureFiles(rows: rows))
      }
      var generator = SeededGenerator(seed: UInt64(run))
      try await contest.readAndWrite(facts, files, &generator)
    }
    times.add(contest, prefix: "\(count.grouped): ")
    times.addBars(contest, prefix: "\(count.grouped): ", count: count)
    try await measureMemory(rows, facts, &memory)
  }

  private func measureMemory(
    _ rows: [RawSQLite.Row], _ facts: [PictureFacts], _ part: inout Part
  ) async throws {
    let files = try await PictureFiles(rows: rows)
    _ = try await files.graph.insert(facts, page: 10_000)
    for count in Set([1_000, facts.count]).sorted() {
      let bytes = try await files.graph.memory(Array(facts.prefix(count).map(\.key)))
      let each = [bytes.faults, bytes.objects].map { Double($0) / Double(count) }
      part.rows.append(.init(name: "\(count.grouped) of \(facts.count.grouped)", values: each))
      guard count == 1_000 else { continue }
      part.bars.append(
        Bar(
          name: "1,000 faults, of \(facts.count.grouped)", value: Double(bytes.faults) / 1_048_576,
          limit: .atMost(1, .megabytes)))
    }
  }
}

/// A new file for each way of keeping pictures.
final class PictureFiles {
  let graph: GraphPictures
  let raw: RawPictures
  let records: RecordPictures
  private let folder: TemporaryFolder

  init(rows: [RawSQLite.Row]) async throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    func path(_ name: String) -> String { folder.url.appendingPathComponent(name + ".sqlite").path }
    graph = try await GraphPictures(path: path("graph"))
    for name in ["raw", "records"] { _ = try await GraphPictures(path: path(name)) }
    raw = try RawPictures(path: path("raw"), rows: rows)
    records = try RecordPictures(path: path("records"))
  }

  /// The pictures as rows, to be written by SQLite alone.
  static func rows(of facts: [PictureFacts]) async throws -> [RawSQLite.Row] {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("rows.sqlite").path
    let graph = try await GraphPictures(path: path)
    _ = try await graph.insert(facts, page: 10_000)
    let rows = try RawSQLite(path: path).rows("SELECT * FROM ZPICTURE ORDER BY Z_PK")
    guard zip(rows, facts).allSatisfy({ RawSQLite.key($0[0]) == $1.key }), rows.count == facts.count else {
      throw Refusal("the pictures have other keys than they should")
    }
    return rows
  }
}
