internal import Terminal

/// How far a piece of work is, in words and as a bar of plain characters.
public struct ProgressIndicator: Hashable, Sendable {
  /// What is going on, such as `Refreshing`.
  public var label: String
  /// How much is done.
  public var done: Int
  /// How much there is, or nil as long as that is not known.
  public var total: Int?

  /// Makes an indicator.
  public init(label: String, done: Int = 0, total: Int? = nil) {
    self.label = label
    self.done = done
    self.total = total
  }

  /// The part that is done, from 0 to 1; nil as long as the whole is not known.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(done) / Double(total)))
  }

  /// The count in words: `Refreshing 120/250`.
  public var text: String {
    if let total { return "\(label) \(done)/\(total)" }
    return done > 0 ? "\(label) \(done)" : label
  }

  /// The words and a bar: `Refreshing 120/250 [#####-----]`.
  public var textWithBar: String {
    guard let fraction else { return text }
    let filled = Int((fraction * 10).rounded(.down))
    return "\(text) [\(String(repeating: "#", count: filled))\(String(repeating: "-", count: 10 - filled))]"
  }

  /// The indicator as a piece of the status line, the bar giving way first.
  public func segment(importance: Int) -> StatusLine.Segment {
    StatusLine.Segment(textWithBar, short: text, style: .bold, importance: importance)
  }
}
