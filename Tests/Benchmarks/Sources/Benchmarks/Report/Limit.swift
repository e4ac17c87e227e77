/// The number that a figure must not exceed, or must reach.
nonisolated struct Limit: Codable {
  enum Unit: String, Codable {
    case milliseconds = "ms"
    case seconds = "s"
    case times
    case bytes = "B"
    case megabytes = "MB"
    case objects
    case requests
  }

  var value: Double
  var unit: Unit
  var isLeast: Bool

  static func atMost(_ value: Double, _ unit: Unit) -> Limit {
    Limit(value: value, unit: unit, isLeast: false)
  }
  static func atLeast(_ value: Double, _ unit: Unit) -> Limit {
    Limit(value: value, unit: unit, isLeast: true)
  }

  func isMet(by figure: Double) -> Bool { isLeast ? figure >= value : figure <= value }

  /// A figure in this unit, with the decimal places that distinguish it from the limit.
  func text(of figure: Double) -> String { "\(figure.fixed(digits)) \(unit.rawValue)" }

  /// The limit as text.
  var text: String { "\(isLeast ? "≥" : "≤") \(text(of: value))" }

  private var digits: Int {
    switch unit {
    case .bytes, .objects, .requests: 0
    default: value < 10 ? 2 : value < 100 ? 1 : 0
    }
  }
}

/// A measured figure and its limit.
nonisolated struct Bar: Codable {
  /// The goal that the figure belongs to; without one, the limit is one of the benchmark's own.
  var goal: Goal?
  var name: String
  /// The median.
  var value: Double
  /// The worst of all runs; `nil` if the figure is no median.
  var worst: Double?
  /// The same figure in processor time of all threads, which others on the machine change less.
  var work: Double?
  var limit: Limit

  init(name: String, value: Double, worst: Double? = nil, limit: Limit) {
    self.name = name
    self.value = value
    self.worst = worst
    self.limit = limit
  }

  /// A figure of a goal, which has several figures if they have details.
  init(_ goal: Goal, _ detail: String, value: Double, worst: Double?, work: Double?) {
    self.init(
      name: detail.isEmpty ? goal.rawValue : "\(goal.rawValue), \(detail)", value: value, worst: worst,
      limit: goal.limit)
    self.goal = goal
    self.work = work
  }

  var isMet: Bool { limit.isMet(by: value) }

  /// The cells of a row of the table.
  var cells: [String] {
    let others = [worst, work].map { $0.map(limit.text(of:)) ?? "" }
    return [name, limit.text(of: value)] + others + [limit.text, isMet ? "met" : "MISSED"]
  }
}
