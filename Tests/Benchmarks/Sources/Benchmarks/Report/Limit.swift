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
