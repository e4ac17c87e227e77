internal import Terminal

/// The progress of a piece of work, as text and, if the total is known, as a bar.
public struct ProgressIndicator: Hashable, Sendable {
  /// The current activity, such as `Fetching page 1: 230 of 408 KB`.
  public var text: String
  /// The same where there is little room, such as `Page 1: 230 KB`.
  public var shortText: String
  /// The part that is done, from 0 to 1; `nil` as long as the whole is not known.
  public var fraction: Double?

  /// Creates an indicator; without `shortText`, it is never shortened.
  ///
  /// - Parameters:
  ///   - text: What is going on.
  ///   - shortText: The same where there is little room.
  ///   - done: How much is done.
  ///   - total: How much there is; `nil` or 0 as long as that is not known.
  public init(_ text: String, short shortText: String? = nil, done: Int = 0, of total: Int? = nil) {
    self.text = text
    self.shortText = shortText ?? text
    fraction = total.flatMap { $0 > 0 ? min(1, max(0, Double(done) / Double($0))) : nil }
  }

  /// The part that is done as ten characters; `nil` as long as the whole is not known.
  public var bar: String? {
    guard let fraction else { return nil }
    let filled = Int((fraction * 10).rounded(.down))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled)
  }

  /// Returns the indicator as segments of the status line; the bar is dropped first.
  public func segments(importance: Int) -> [StatusLine.Segment] {
    let words = StatusLine.Segment(
      text, short: shortText == text ? nil : shortText, giving: 2, role: .strong, importance: importance)
    return [words] + (bar.map { [.init($0, importance: 1)] } ?? [])
  }
}
