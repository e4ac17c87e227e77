import Foundation
import TestSupport

/// Types searches and filters into the program, and changes what it lists, with a million photos.
struct TypingBenchmark {
  private static let rounds = 5
  /// The silence that ends what a key began: longer than a search may take.
  ///
  /// What a slower one shows is not counted for the key, but for the filter that ``changes(_:_:)`` measures.
  private static let quiet = Duration.milliseconds(300)

  let setting: BenchmarkSetting

  func run() async throws -> [Part] {
    var parts: [Part] = []
    for count in setting.counts([100_000, 1_000_000]) {
      let folder = try await setting.library(count)
      parts += [try await typing(count, folder), try await changes(count, folder)]
    }
    return parts
  }

  // MARK: Keys

  private func typing(_ count: Int, _ folder: URL) async throws -> Part {
    var part = Part(
      title: "typed, \(count.grouped) photos",
      columns: [
        .init(title: "slowest key ms", digits: 1), .init(title: "worst run ms", digits: 1),
        .init(title: "all ten keys ms", digits: 1), .init(title: "first byte, slowest ms", digits: 1),
      ])
    for (name, key) in [("search", "/"), ("filter", "f")] {
      let terminal = try await open(folder)
      var (slowest, sums, first): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<Self.rounds {
        _ = try await terminal.cost(of: key)
        var costs: [StopwatchTerminal.Cost] = []
        for letter in PhotoPages.rareWord {
          costs.append(try await terminal.cost(of: String(letter), quiet: Self.quiet))
        }
        slowest.append(costs.map(\.total.milliseconds).max() ?? .nan)
        first.append(costs.map(\.first.milliseconds).max() ?? .nan)
        sums.append(costs.map(\.total.milliseconds).reduce(0, +))
        // Esc ends the search or the filter.
        _ = try await terminal.cost(of: "\u{1B}", quiet: Self.quiet)
        try await terminal.rest(Self.quiet)
      }
      try await terminal.close()
      part.rows.append(
        .init(
          name: "\(name): \(PhotoPages.rareWord)",
          values: [
            Samples(slowest).median, Samples(slowest).maximum, Samples(sums).median, Samples(first).median,
          ]))
      // The result of a short word comes after the key is seen, and may come with that of a later key.
      if count == 1_000_000 { part.check(.typedKey, Samples(first), detail: name) }
    }
    return part
  }

  // MARK: Other lists

  private func changes(_ count: Int, _ folder: URL) async throws -> Part {
    var part = Part(
      title: "until the first window, \(count.grouped) photos",
      columns: [
        .init(title: "median ms", digits: 1), .init(title: "worst ms", digits: 1),
        .init(title: "first byte ms", digits: 1), .init(title: "last byte ms", digits: 1),
      ])
    let terminal = try await open(folder)
    var changes: [String: [StopwatchTerminal.Change]] = [:]
    var (completions, filtered): ([Double], [Double]) = ([], [])
    func measure(_ name: String, _ keys: String, rows: Range<Int> = StopwatchTerminal.listRows) async throws {
      changes[name, default: []].append(
        try await terminal.change(by: keys, rows: rows, quiet: Self.quiet))
    }
    for _ in 0..<Self.rounds {
      // The cursor follows its photo, which has other neighbors in another order.
      try await terminal.press("g", quiet: Self.quiet)
      try await measure("order", "s")
      // Out of all photos, and back.
      _ = try await terminal.change(by: "a", quiet: Self.quiet)
      try await measure("scope: all photos", "a")
      _ = try await terminal.cost(of: "f")
      try await measure("filter: \(PhotoPages.rareWord)", PhotoPages.rareWord + "\r")
      try await measure("filter away", "\u{1B}")
      for collection in ["new", "everything"] {
        try await terminal.press("S" + collection, quiet: Self.quiet)
        // With the title: both have all photos, and the cursor stays at its photo.
        try await measure("collection: \(collection)", "\r", rows: 0..<StopwatchTerminal.listRows.upperBound)
      }
      _ = try await terminal.cost(of: "f")
      try await terminal.press("license:", quiet: Self.quiet)
      // Nothing is drawn before the values. The first of them is chosen, and the list follows it.
      let cost = try await terminal.cost(of: "\t", quiet: .milliseconds(2_000))
      completions.append(cost.first.milliseconds)
      filtered.append(cost.total.milliseconds)
      try await terminal.press("\u{1B}", quiet: Self.quiet)
    }
    try await terminal.close()
    changes["filter away, by an Esc that is distinct"] = try await filtersAway(folder)
    for (name, changes) in changes.sorted(by: { $0.key < $1.key }) {
      let rows = Samples(changes.map(\.rows.milliseconds))
      part.rows.append(
        .init(
          name: name,
          values: [
            rows.median, rows.maximum, Samples(changes.map(\.first.milliseconds)).median,
            Samples(changes.map(\.total.milliseconds)).median,
          ]))
      if count == 1_000_000 { part.check(.firstWindow, rows, detail: name) }
    }
    let completion = Samples(completions)
    part.rows.append(
      .init(
        name: "completion: license:",
        values: [completion.median, completion.maximum, completion.median, Samples(filtered).median]))
    if count == 1_000_000 { part.check(.completion, completion, detail: "license:") }
    return part
  }

  /// Removes filters in a terminal with kitty's keyboard protocol, in which the program need not wait for what may follow
  /// Esc.
  private func filtersAway(_ folder: URL) async throws -> [StopwatchTerminal.Change] {
    let terminal = try await open(folder, persona: .kitty)
    var changes: [StopwatchTerminal.Change] = []
    for _ in 0..<Self.rounds {
      _ = try await terminal.cost(of: "f")
      _ = try await terminal.change(by: PhotoPages.rareWord + "\r", quiet: Self.quiet)
      changes.append(try await terminal.change(by: "\u{1B}[27u", quiet: Self.quiet))
    }
    try await terminal.close()
    return changes
  }

  /// Starts the program and lists all photos, with the cursor among them.
  private func open(
    _ folder: URL, persona: TerminalModel.Persona = .xterm
  ) async throws -> StopwatchTerminal {
    let terminal = try StopwatchTerminal(
      setting.program, arguments: ["browse", "--fresh", "--library", folder.path], environment: [:],
      columns: 120,
      rows: 40,
      persona: persona)
    _ = try await terminal.start(until: "Photographers")
    _ = try await terminal.change(by: "a", quiet: .milliseconds(1_000))
    return terminal
  }
}
