import Foundation

/// All that was measured, in one run or in several: a table that is measured again replaces the former one.
struct Report: Codable {
  /// The machine of all tables in reports that name none for each.
  private var machine: String?
  private(set) var parts: [Part] = []

  /// An empty report.
  init() {}

  /// Reads the report of former runs.
  init(contentsOf file: URL) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self = try decoder.decode(Report.self, from: Data(contentsOf: file))
    for index in parts.indices { parts[index].machine = parts[index].machine ?? machine }
    machine = nil
  }

  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    try encoder.encode(self).write(to: file)
  }

  mutating func add(_ part: Part) {
    var part = part
    part.date = Date()
    part.load = Double(Machine.load)
    part.machine = Machine.description
    parts.removeAll { $0.title == part.title }
    // A table that had another title in a former run stays, without its figures that were measured again.
    for index in parts.indices {
      parts[index].bars.removeAll { bar in part.bars.contains { $0.replaces(bar) } }
    }
    parts.append(part)
  }

  // MARK: Tables

  /// The goals: what was measured, and what was not.
  var goalTable: String {
    let bars = Dictionary(grouping: parts.flatMap(\.bars)) { $0.goal }
    let rows = Goal.allCases.flatMap { goal in
      bars[goal]?.map(\.cells) ?? [[goal.rawValue, "–", "", "", goal.limit.text, "not measured"]]
    }
    return TextTable.text([["goal", "median", "worst", "processor time", "limit", ""]] + rows)
  }

  /// The limits that are no goals.
  var limitTable: String {
    let rows = parts.flatMap(\.bars).filter { $0.goalName == nil }.map(\.cells)
    return TextTable.text([["figure", "median", "worst", "processor time", "limit", ""]] + rows)
  }

  /// The machines, days and loads of all tables that have figures of goals.
  var circumstances: String {
    let parts = parts.filter { part in part.bars.contains { $0.goal != nil } }
    let machines = Set(parts.compactMap(\.machine)).sorted().joined(separator: " and ")
    let days = parts.compactMap { $0.date?.formatted(.iso8601.year().month().day()) }.sorted()
    let loads = parts.compactMap(\.load).sorted()
    return [
      machines, days.first.map { "\($0) to \(days.last ?? $0)" },
      loads.first.map { "a load of \($0.fixed(1)) to \((loads.last ?? $0).fixed(1))" },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// The number of goals' figures that were met, and of all.
  var summary: String {
    let figures = parts.flatMap(\.bars).filter { $0.goal != nil }
    return "\(figures.count(where: \.isMet)) of \(figures.count) figures meet their goals"
  }
}
