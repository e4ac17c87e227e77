import Foundation
import TestSupport

/// Starts the built program in a pseudo-terminal and presses keys.
struct KeyBenchmark {
  private enum Press {
    case text(String)
    case key(TerminalSession.Key)
  }

  let program: String
  let libraries: MadeLibraries
  let counts: [Int]

  func run() async throws -> [Part] {
    var starts = Part(
      title: "start",
      columns: [.init(title: "median ms", digits: 1), .init(title: "max ms", digits: 1)])
    var keys: [Part] = []
    for count in counts {
      let folder = try await libraries.folder(count)
      try await measureStart(count, folder, &starts)
      keys.append(try await measureKeys(count, folder))
    }
    return [starts] + keys
  }

  // MARK: First frame

  private func measureStart(_ count: Int, _ folder: URL, _ part: inout Part) async throws {
    var frames: [Double] = []
    var photos: [Double] = []
    for _ in 0..<15 {
      let start = ContinuousClock.now
      let session = try open(folder)
      try await session.wait(for: "Photographers")
      frames.append((ContinuousClock.now - start).milliseconds)
      try await session.wait(for: "by title")
      try await session.wait(until: "photos") { !$0.contains("No photos") }
      photos.append((ContinuousClock.now - start).milliseconds)
      try await close(session)
    }
    let name = "\(count.formatted()) photos"
    for (what, samples) in [("first frame", Samples(frames)), ("with photos", Samples(photos))] {
      part.rows.append(.init(name: "\(what), \(name)", values: [samples.median, samples.maximum]))
    }
    part.bars.append(Bar(name: "first frame, \(name)", value: Samples(frames).median, limit: 100))
  }

  // MARK: Keys

  private func measureKeys(_ count: Int, _ folder: URL) async throws -> Part {
    var part = Part(
      title: "key to frame, \(count.formatted()) photos",
      columns: [
        .init(title: "presses"), .init(title: "p50 ms", digits: 2), .init(title: "p99 ms", digits: 2),
        .init(title: "max ms", digits: 2), .init(title: "first byte p99 ms", digits: 2),
        .init(title: "bytes p50"),
      ])
    let session = try open(folder)
    try await session.wait(until: "photos") { $0.contains("Photographers") && !$0.contains("No photos") }
    // All photos are listed when the keys go to the right.
    _ = try await press(.text("a"), session)
    _ = try await press(.text("h"), session)
    var all: [TerminalSession.KeyCost] = []
    for (name, keys, rounds) in Self.series {
      let costs = try await measure(keys, rounds, session)
      part.add(name, costs)
      all += costs
    }
    part.add("all of these", all)
    for (name, keys, rounds) in Self.slowSeries { part.add(name, try await measure(keys, rounds, session)) }
    let total = Samples(all.compactMap { $0.complete?.milliseconds })
    part.bars.append(
      Bar(name: "key completes (p99), \(count.formatted()) photos", value: total.quantile(0.99), limit: 16))
    try await close(session)
    return part
  }

  /// Keys in the list of photographers, then among all photos: no key is to take long.
  private static let series: [(name: String, keys: [Press], rounds: Int)] = [
    ("photographers: j", [.text("j")], 40), ("photographers: k", [.text("k")], 30),
    ("photographers: G g", [.text("G"), .text("g")], 20),
    ("photographers: Ctrl-D", [.key(.ctrl("d"))], 30), ("photographers: Ctrl-U", [.key(.ctrl("u"))], 30),
    ("Tab", [.key(.tab)], 21), ("photos: j", [.text("j")], 40), ("photos: k", [.text("k")], 30),
    ("photos: G g", [.text("G"), .text("g")], 20),
    ("photos: Ctrl-D", [.key(.ctrl("d"))], 30), ("photos: Ctrl-U", [.key(.ctrl("u"))], 30),
    ("photos: d u", [.text("d"), .text("u")], 20), ("photos: d", [.text("d")], 20),
    ("photos: u", [.text("u")], 20), ("Enter q", [.key(.enter), .text("q")], 20),
    ("? q", [.text("?"), .text("q")], 10),
  ]

  /// Keys that wait for something by their nature: Esc for 25 ms, whether it begins a sequence, and the list of all
  /// photos for all of them to be read, while other keys are taken.
  private static let slowSeries: [(name: String, keys: [Press], rounds: Int)] = [
    ("Enter Esc", [.key(.enter), .key(.escape)], 10), ("all photos and back: a", [.text("a")], 20),
  ]

  private func measure(
    _ keys: [Press], _ rounds: Int, _ session: TerminalSession
  ) async throws -> [TerminalSession.KeyCost] {
    var costs: [TerminalSession.KeyCost] = []
    for _ in 0..<rounds {
      for key in keys { costs.append(try await press(key, session)) }
    }
    return costs
  }

  private func press(_ press: Press, _ session: TerminalSession) async throws -> TerminalSession.KeyCost {
    switch press {
    case .text(let text): try await session.cost(ofTyping: text)
    case .key(let key): try await session.cost(of: key)
    }
  }

  // MARK: The program

  private func open(_ folder: URL) throws -> TerminalSession {
    try TerminalSession(
      program, arguments: ["browse", "--library", folder.path], size: .init(columns: 120, rows: 40))
  }

  private func close(_ session: TerminalSession) async throws {
    session.press(.ctrl("c"))
    _ = try await session.exit()
  }
}

extension Part {
  fileprivate mutating func add(_ name: String, _ costs: [TerminalSession.KeyCost]) {
    let total = Samples(costs.compactMap { $0.complete?.milliseconds })
    let first = Samples(costs.compactMap { $0.first?.milliseconds })
    rows.append(
      Row(
        name: name,
        values: [
          Double(costs.count), total.median, total.quantile(0.99), total.maximum,
          first.quantile(0.99), Samples(costs.map { Double($0.bytes) }).median,
        ]))
  }
}
