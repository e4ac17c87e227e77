import Foundation
import TestSupport

/// Starts the built program in a pseudo-terminal and presses keys.
struct KeyBenchmark {
  private enum Press {
    case text(String)
    case key(TerminalSession.Key)
  }

  let setting: BenchmarkSetting
  let counts: [Int]

  func run() async throws -> [Part] {
    var parts: [Part] = []
    for count in counts {
      // Keys delete photos and undo that.
      let folder = try await setting.copyOfLibrary(count)
      parts.append(try await measureKeys(count, folder.url))
    }
    return parts + [try await measureBytes(), try await measurePreview()]
  }

  // MARK: Keys

  private func measureKeys(_ count: Int, _ folder: URL) async throws -> Part {
    var part = Part(
      title: "key to frame, \(count.grouped) photos",
      columns: [
        .init(title: "presses"), .init(title: "p50 ms", digits: 2), .init(title: "p99 ms", digits: 2),
        .init(title: "max ms", digits: 2), .init(title: "first byte p99 ms", digits: 2),
        .init(title: "bytes p50"),
      ])
    let session = try open(folder)
    try await session.wait(until: "photos") { $0.contains("Photographers") && !$0.contains("No photos") }
    // All photos are listed when the keys go to the right.
    _ = try await session.cost(ofTyping: "a", quiet: .seconds(2), patience: .seconds(20))
    _ = try await session.cost(ofTyping: "h")
    var all: [TerminalSession.KeyCost] = []
    for (name, keys, rounds) in Self.series {
      let costs = try await measure(keys, rounds, session)
      part.add(name, costs)
      all += costs
    }
    part.add("all of these", all)
    for (name, keys, rounds) in Self.slowSeries { part.add(name, try await measure(keys, rounds, session)) }
    let total = Samples(all.compactMap { $0.complete?.milliseconds })
    let name = "\(count.grouped) photos"
    part.check(.key, value: total.median, worst: total.maximum, detail: name)
    part.check(.slowKey, value: total.quantile(0.99), worst: total.maximum, detail: name)
    try await close(session)
    return part
  }

  /// The bytes of cursor moves in the list of photos, none or each of which scrolls it by a row.
  private func measureBytes() async throws -> Part {
    let session = try open(try await setting.library(100_000))
    try await session.wait(until: "photos") { $0.contains("Photographers") && !$0.contains("No photos") }
    // The cursor goes to the list of all photos.
    _ = try await session.cost(ofTyping: "a", quiet: .seconds(2), patience: .seconds(20))
    var part = Part(
      title: "bytes of a move in the list of photos",
      columns: [.init(title: "median"), .init(title: "worst")])
    for (name, goal, start) in [
      ("in view", Goal.cursorBytes, "g"), ("scrolled by a row", .scrolledBytes, "g40j"),
    ] {
      _ = try await session.cost(ofTyping: start)
      let costs = try await measure([.text("j")], 10, session)
      let bytes = Samples(costs.map { Double($0.bytes) })
      part.rows.append(.init(name: name, values: [bytes.median, bytes.maximum]))
      part.check(goal, bytes)
    }
    try await close(session)
    return part
  }

  /// The cost of moves in the list of photographers while the picture of the first photo is drawn beside it.
  private func measurePreview() async throws -> Part {
    let pictures = try await setting.pictures()
    let terminal = try StopwatchTerminal(
      setting.program, arguments: ["browse", "--fresh", "--library", pictures.library.path],
      environment: ["COLORTERM": "truecolor", "XDG_CACHE_HOME": pictures.cache.url.path], columns: 120,
      rows: 40,
      persona: .xterm)
    _ = try await terminal.start(until: "Photographers")
    _ = try await terminal.cost(of: "g")
    var costs: [StopwatchTerminal.Cost] = []
    for _ in 0..<40 { costs.append(try await terminal.cost(of: "j")) }
    try await terminal.close()
    var part = Part(
      title: "key to frame, preview in symbols",
      columns: [
        .init(title: "presses"), .init(title: "p50 ms", digits: 2), .init(title: "p99 ms", digits: 2),
        .init(title: "bytes p50"),
      ])
    let total = Samples(costs.map(\.total.milliseconds))
    part.rows.append(
      .init(
        name: "photographers: j",
        values: [
          Double(costs.count), total.median, total.quantile(0.99),
          Samples(costs.map { Double($0.bytes) }).median,
        ]))
    part.check(.keyWithPreview, total)
    return part
  }

  /// Keys in the list of photographers, then among all photos: no key is to take long.
  ///
  /// Each changes the screen: the rounds do not go beyond the ends of the lists of 600 photos.
  private static let series: [(name: String, keys: [Press], rounds: Int)] = [
    ("photographers: j", [.text("j")], 40), ("photographers: k", [.text("k")], 30),
    ("photographers: G g", [.text("G"), .text("g")], 20),
    ("photographers: Ctrl-D", [.key(.ctrl("d"))], 15), ("photographers: Ctrl-U", [.key(.ctrl("u"))], 15),
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
      for key in keys {
        // A slow frame counts, and is not taken for that of the next key.
        let cost = try await press(key, session, patience: .seconds(30))
        guard cost.complete != nil else { throw Refusal("\(key) changes nothing:\n\(session.screen)") }
        costs.append(cost)
      }
    }
    return costs
  }

  private func press(
    _ press: Press, _ session: TerminalSession, patience: Duration
  ) async throws -> TerminalSession.KeyCost {
    switch press {
    case .text(let text): try await session.cost(ofTyping: text, patience: patience)
    case .key(let key): try await session.cost(of: key, patience: patience)
    }
  }

  // MARK: The program

  private func open(_ folder: URL) throws -> TerminalSession {
    try TerminalSession(
      setting.program, arguments: ["browse", "--fresh", "--library", folder.path],
      size: .init(columns: 120, rows: 40))
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
