import Foundation

/// The costs of all ways of keeping pictures, operation by operation.
struct Contest {
  /// The costs of one run.
  struct Costs {
    var graph, raw, records: Cost
  }

  private(set) var names: [String] = []
  private var costs: [String: [Costs]] = [:]

  private mutating func add(_ name: String, _ costs: Costs) {
    if self.costs[name] == nil { names.append(name) }
    self.costs[name, default: []].append(costs)
  }

  mutating func insert(_ facts: [PictureFacts], page: Int, _ files: PictureFiles) async throws {
    try await write("insert, pages of \(page.grouped)", files) { try await $0.insert(facts, page: page) }
  }

  mutating func readAndWrite(
    _ facts: [PictureFacts], _ files: PictureFiles, _ generator: inout some RandomNumberGenerator
  ) async throws {
    let some = Array(facts.shuffled(using: &generator).prefix(10_000))
    let keys = some.map(\.key)
    try await read("fetch by unique key", files) { try await $0.readByNumber(some.map(\.number)) }
    let titles = some.prefix(500).map(\.title)
    try await read("fetch 500 sorted pages of 50", files) { try await $0.readPages(from: titles) }
    try await read(Self.oneFault, files) { try await $0.readOneByOne(keys) }
    try await read(Self.batchOfFifty, files) { try await $0.readInBatches(keys, size: 50) }
    try await read(Self.fullObjects, files) { try await $0.readAll() }
    // The graph writes the rows of a transaction in the order of their keys.
    let ordered = keys.sorted()
    try await write("update, pages of 250", files) { try await $0.update(ordered, page: 250) }
    for held in [100, facts.count] {
      try await write(Self.saveOne(held), files) { store in
        let times = try await store.saveOneByOne(400, holding: facts.prefix(held).map(\.key))
        return Cost(time: .seconds(Samples(times.map(\.seconds)).median), work: .zero)
      }
    }
    try await write("delete, pages of 250", files) { try await $0.delete(ordered, page: 250) }
  }

  static let oneFault = "fault one"
  static let batchOfFifty = "fault in batches of 50"
  static let fullObjects = "read all"

  static func saveOne(_ held: Int) -> String { "save one change, \(held.grouped) held" }

  private mutating func write(
    _ name: String, _ files: PictureFiles, _ body: (any PictureStore) async throws -> Cost
  ) async throws {
    add(
      name,
      Costs(
        graph: try await body(files.graph), raw: try await body(files.raw),
        records: try await body(files.records)))
  }

  private mutating func read(
    _ name: String, _ files: PictureFiles, _ body: (any PictureStore) async throws -> Reading
  ) async throws {
    let (graph, raw) = (try await body(files.graph), try await body(files.raw))
    let records = try await body(files.records)
    guard graph.views == raw.views, graph.views == records.views else {
      throw Refusal("\(name): not all read the same: \(graph), \(raw), \(records)")
    }
    add(name, Costs(graph: graph.cost, raw: raw.cost, records: records.cost))
  }

  /// What is made of each run: ratios run by run, so that what else the machine did meanwhile slowed down both.
  func samples(_ name: String, _ value: (Costs) -> Double) -> Samples {
    Samples((costs[name] ?? []).map(value))
  }

  func ratioToC(_ name: String) -> Samples { samples(name) { $0.graph.time / $0.raw.time } }
}

extension Part {
  mutating func add(_ contest: Contest, prefix: String) {
    for name in contest.names {
      func median(_ value: (Contest.Costs) -> Double) -> Double { contest.samples(name, value).median }
      func work(_ value: (Contest.Costs) -> Double) -> Double {
        contest.samples(name, value).sorted.allSatisfy(\.isFinite) ? median(value) : .nan
      }
      rows.append(
        Row(
          name: prefix + name,
          values: [
            median { $0.graph.time.milliseconds }, median { $0.raw.time.milliseconds },
            contest.ratioToC(name).median, contest.ratioToC(name).maximum,
            work { $0.graph.work / $0.raw.work },
            median { $0.records.time.milliseconds }, median { $0.graph.time / $0.records.time },
            work { $0.graph.work / $0.records.work },
          ]))
    }
  }

  mutating func addBars(_ contest: Contest, prefix: String, count: Int) {
    for name in contest.names where name.hasPrefix("insert") {
      bars += [
        Bar(
          name: "\(prefix)\(name), to C", value: contest.ratioToC(name).median, limit: .atMost(2, .times)),
        Bar(
          name: "\(prefix)\(name), to GRDB",
          value: contest.samples(name) { $0.graph.time / $0.records.time }.median, limit: .atMost(1, .times)),
      ]
    }
    func growth(_ value: (Contest.Costs) -> Double) -> Double {
      contest.samples(Contest.saveOne(count), value).median
        / contest.samples(Contest.saveOne(100), value).median
    }
    // Rows that lie further apart take longer for all; a fifth is what runs of one thing differ by.
    bars.append(
      Bar(
        name: "\(prefix)save one change, beside one of 100", value: growth { $0.graph.time.milliseconds },
        limit: .atMost(1.2 * growth { $0.raw.time.milliseconds }, .times)))
    guard count == 100_000 else { return }
    let goals: [(Goal, String)] = [
      (.fullObjects, Contest.fullObjects), (.oneFault, Contest.oneFault),
      (.batchOfFifty, Contest.batchOfFifty),
    ]
    for (goal, name) in goals {
      check(
        goal, contest.ratioToC(name), work: contest.samples(name) { $0.graph.work / $0.raw.work }.median)
    }
  }
}
