import Foundation
import TestSupport

/// Writes and reads pictures as objects of a graph, beside SQLite alone and records of GRDB.
struct ObjectsBenchmark {
  let counts: [Int]

  func run() async throws -> [Part] {
    var times = Part(
      title: "objects",
      columns: [
        .init(title: "ms", digits: 3), .init(title: "SQLite ms", digits: 3), .init(title: "ratio", digits: 2),
        .init(title: "GRDB ms", digits: 3), .init(title: "ratio to GRDB", digits: 2),
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
    for run in 0..<(count > 10_000 ? 3 : 7) {
      let files = try await PictureFiles(rows: rows)
      try await contest.insert(facts, page: 250, files)
      if count > 10_000 {
        try await contest.insert(facts, page: 10_000, try await PictureFiles(rows: rows))
      }
      var generator = SeededGenerator(seed: UInt64(run))
      try await contest.readAndWrite(facts, files, &generator)
    }
    times.add(contest, prefix: "\(count.formatted()): ")
    times.addBars(contest, prefix: "\(count.formatted()): ", count: count)
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
      part.rows.append(.init(name: "\(count.formatted()) of \(facts.count.formatted())", values: each))
      guard count == 1_000 else { continue }
      part.bars.append(
        Bar(
          name: "1,000 faults, of \(facts.count.formatted())", value: Double(bytes.faults) / 1_048_576,
          limit: 1,
          unit: "MB"))
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

/// What everybody took, operation by operation.
struct Contest {
  /// The seconds of one run.
  struct Seconds {
    var graph, raw, records: Double
  }

  private(set) var names: [String] = []
  private(set) var seconds: [String: [Seconds]] = [:]

  private mutating func add(_ name: String, _ seconds: Seconds) {
    if self.seconds[name] == nil { names.append(name) }
    self.seconds[name, default: []].append(seconds)
  }

  mutating func insert(_ facts: [PictureFacts], page: Int, _ files: PictureFiles) async throws {
    try await write("insert, pages of \(page.formatted())", files) { try await $0.insert(facts, page: page) }
  }

  mutating func readAndWrite(
    _ facts: [PictureFacts], _ files: PictureFiles, _ generator: inout some RandomNumberGenerator
  ) async throws {
    let some = Array(facts.shuffled(using: &generator).prefix(10_000))
    let keys = some.map(\.key)
    try await read("fetch by unique key", files) { try await $0.readByNumber(some.map(\.number)) }
    let titles = some.prefix(500).map(\.title)
    try await read("fetch 500 sorted pages of 50", files) { try await $0.readPages(from: titles) }
    try await read("fault one", files) { try await $0.readOneByOne(keys) }
    try await read("fault in batches of 100", files) { try await $0.readInBatches(keys) }
    try await write("update, pages of 250", files) { try await $0.update(keys, page: 250) }
    for held in [100, facts.count] {
      try await write("save one change, \(held.formatted()) held", files) { store in
        Samples(
          try await store.saveOneByOne(400, holding: facts.prefix(held).map(\.key)).map(\.seconds)
        ).median
      }
    }
    try await write("delete, pages of 250", files) { try await $0.delete(keys, page: 250) }
  }

  private mutating func write(
    _ name: String, _ files: PictureFiles, _ body: (any PictureStore) async throws -> Duration
  ) async throws {
    try await write(name, files) { try await body($0).seconds }
  }

  private mutating func write(
    _ name: String, _ files: PictureFiles, _ body: (any PictureStore) async throws -> Double
  ) async throws {
    add(
      name,
      Seconds(
        graph: try await body(files.graph), raw: try await body(files.raw),
        records: try await body(files.records)))
  }

  private mutating func read(
    _ name: String, _ files: PictureFiles, _ body: (any PictureStore) async throws -> Reading
  ) async throws {
    let (graph, raw) = (try await body(files.graph), try await body(files.raw))
    let records = try await body(files.records)
    guard graph.views == raw.views, graph.views == records.views else {
      throw Refusal("\(name): not everybody read the same: \(graph), \(raw), \(records)")
    }
    add(
      name,
      Seconds(
        graph: graph.duration.seconds, raw: raw.duration.seconds, records: records.duration.seconds))
  }

  /// The median of what is made of each run: of ratios run by run, so that what else the machine did meanwhile slowed
  /// down both.
  func median(_ name: String, _ value: (Seconds) -> Double) -> Double {
    Samples((seconds[name] ?? []).map(value)).median
  }
}

extension Part {
  fileprivate mutating func add(_ contest: Contest, prefix: String) {
    for name in contest.names {
      func median(_ value: (Contest.Seconds) -> Double) -> Double { contest.median(name, value) }
      rows.append(
        Row(
          name: prefix + name,
          values: [
            median { $0.graph * 1000 }, median { $0.raw * 1000 }, median { $0.graph / $0.raw },
            median { $0.records * 1000 }, median { $0.graph / $0.records },
          ]))
    }
  }

  fileprivate mutating func addBars(_ contest: Contest, prefix: String, count: Int) {
    for name in contest.names where name.hasPrefix("insert") {
      bars += [
        Bar(
          name: "\(prefix)\(name), beside SQLite", value: contest.median(name) { $0.graph / $0.raw },
          limit: 2,
          unit: "times"),
        Bar(
          name: "\(prefix)\(name), beside GRDB", value: contest.median(name) { $0.graph / $0.records },
          limit: 1, unit: "times"),
      ]
    }
    func growth(_ value: (Contest.Seconds) -> Double) -> Double {
      contest.median("save one change, \(count.formatted()) held", value)
        / contest.median("save one change, 100 held", value)
    }
    // Rows that lie further apart take longer for everybody; a fifth is what runs of one thing differ by.
    bars.append(
      Bar(
        name: "\(prefix)save one change, beside one of 100", value: growth(\.graph),
        limit: 1.2 * growth(\.raw), unit: "times"))
  }
}
