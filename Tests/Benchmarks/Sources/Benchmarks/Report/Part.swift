import Foundation

/// One table of figures.
struct Part: Codable {
  /// A column of figures.
  struct Column: Codable {
    var title: String
    var digits = 0
  }

  /// A row of figures; those that were not measured are NaN.
  struct Row: Codable {
    var name: String
    var values: [Double]
  }

  var title: String
  var columns: [Column]
  var rows: [Row] = []
  var bars: [Bar] = []
  /// The time when the table was complete.
  var date: Date?
  /// The machine that it was measured on.
  var machine: String?
  /// The average number of running threads then, others' included.
  var load: Double?

  init(title: String, columns: [Column]) {
    self.title = title
    self.columns = columns
  }

  /// The table as text.
  var table: String {
    let lines = rows.map { row in [row.name] + zip(row.values, columns).map { $0.fixed($1.digits) } }
    return TextTable.text([[title] + columns.map(\.title)] + lines)
  }

  /// Compares the median of several runs with a goal; `work` is the figure in processor time.
  mutating func check(_ goal: Goal, _ samples: Samples, work: Double? = nil, detail: String = "") {
    let worst = goal.limit.isLeast ? samples.minimum : samples.maximum
    bars.append(Bar(goal, detail, value: samples.median, worst: worst, work: work))
  }

  /// Compares one figure with a goal.
  mutating func check(_ goal: Goal, value: Double, worst: Double? = nil, detail: String = "") {
    bars.append(Bar(goal, detail, value: value, worst: worst, work: nil))
  }
}

extension Int {
  /// The number with its thousands apart, in the same form in every language: names of figures contain it.
  nonisolated var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}

extension Double {
  /// The number with that many digits behind the point, thousands apart; a dash for what is none.
  nonisolated func fixed(_ digits: Int) -> String {
    guard isFinite else { return "–" }
    let locale = Locale(identifier: "en_US_POSIX")
    return formatted(.number.locale(locale).precision(.fractionLength(digits)).grouping(.automatic))
  }
}
