/// A measured figure and its limit.
nonisolated struct Bar: Codable {
  /// The name of the goal that the figure belongs to; without one, the limit is one of the benchmark's own.
  private(set) var goalName: String?
  var name: String
  /// The median.
  var value: Double
  /// The worst of all runs; `nil` if the figure is no median.
  var worst: Double?
  /// The same figure in processor time of all threads, which others on the machine change less.
  var work: Double?
  /// The limit when the figure was measured; that of a goal may be another one by now.
  private var limit: Limit

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
    goalName = goal.rawValue
    self.work = work
  }

  /// The goal; `nil` also if a former run measured what is no goal any more.
  var goal: Goal? { goalName.flatMap(Goal.init) }

  var isMet: Bool { currentLimit.isMet(by: value) }

  private var currentLimit: Limit { goal?.limit ?? limit }

  /// A Boolean value that indicates whether the figure takes the place of another one, in whatever table that is.
  func replaces(_ other: Bar) -> Bool { goalName == other.goalName && name == other.name }

  /// The last cell of a row.
  ///
  /// A program with more threads gets a larger share of a loaded machine, so that a ratio may be met by the clock and
  /// not in processor time.
  private var status: String {
    guard isMet else { return "MISSED" }
    return work.map(currentLimit.isMet) ?? true ? "met" : "met by the clock alone"
  }

  /// The cells of a row of the table.
  var cells: [String] {
    let limit = currentLimit
    let others = [worst, work].map { $0.map(limit.text(of:)) ?? "" }
    return [name, limit.text(of: value)] + others + [limit.text, status]
  }
}
