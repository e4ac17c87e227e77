/// Rounds in which all ways of doing one thing take turns, so that what else the machine does slows down all of them.
struct Race {
  private(set) var names: [String] = []
  private var rounds: [[String: Cost]] = []
  private var current: [String: Cost] = [:]

  /// Runs a round; `body` calls ``run(_:_:)`` for each way.
  mutating func round(_ body: (inout Race) async throws -> Void) async rethrows {
    current = [:]
    try await body(&self)
    rounds.append(current)
  }

  /// Measures one of the ways in this round.
  mutating func run(_ name: String, _ body: () async throws -> Void) async rethrows {
    record(name, try await cost(body))
  }

  /// Records what one of the ways has cost in this round.
  mutating func record(_ name: String, _ cost: Cost) {
    if !names.contains(name) { names.append(name) }
    current[name] = cost
  }

  /// The milliseconds of all rounds.
  func times(_ name: String) -> Samples { Samples(rounds.compactMap { $0[name]?.time.milliseconds }) }

  /// The milliseconds of processor time of all rounds.
  func work(_ name: String) -> Samples { Samples(rounds.compactMap { $0[name]?.work.milliseconds }) }

  /// The time of one way to that of another, round by round.
  func ratio(_ name: String, to other: String) -> Samples {
    Samples(
      rounds.compactMap { round in
        guard let first = round[name], let second = round[other] else { return nil }
        return first.time / second.time
      })
  }

  /// The processor time of one way to that of another, round by round.
  func workRatio(_ name: String, to other: String) -> Samples {
    Samples(
      rounds.compactMap { round in
        guard let first = round[name], let second = round[other] else { return nil }
        return first.work / second.work
      })
  }
}

extension Part {
  /// Compares the ratio of two ways of a race with a goal, and names that of their processor times.
  mutating func check(_ goal: Goal, _ race: Race, _ name: String, to other: String, detail: String = "") {
    check(
      goal, race.ratio(name, to: other), work: race.workRatio(name, to: other).median, detail: detail)
  }

  /// A table of races.
  init(race title: String, of unit: String, to other: String) {
    self.init(
      title: title,
      columns: [
        .init(title: "ms \(unit)", digits: 2), .init(title: "worst ms", digits: 2),
        .init(title: "processor ms", digits: 2), .init(title: "to \(other)", digits: 2),
        .init(title: "worst", digits: 2), .init(title: "processor to \(other)", digits: 2),
      ])
  }

  /// Adds a row for each way; `count` units were done in each round.
  mutating func add(_ race: Race, units count: Int, to other: String, prefix: String = "") {
    for name in race.names {
      let (times, work) = (race.times(name), race.work(name))
      let (ratio, workRatio) = (race.ratio(name, to: other), race.workRatio(name, to: other))
      let each = Double(count)
      rows.append(
        Row(
          name: prefix + name,
          values: [
            times.median / each, times.maximum / each, work.median / each, ratio.median, ratio.maximum,
            workRatio.median,
          ]))
    }
  }
}
