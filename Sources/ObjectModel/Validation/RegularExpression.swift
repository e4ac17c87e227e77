internal import Foundation

/// A regular expression of a model, in the notation of ICU, as with `MATCHES` in a predicate.
public struct RegularExpression: Sendable {
  /// The expression.
  public let text: String
  /// The error in the expression, or `nil` if it is valid.
  let defect: String?
  private let compiled: NSRegularExpression?

  /// Reads an expression; one that cannot be read is reported when a model is made with it.
  public init(_ text: String) {
    self.text = text
    do {
      compiled = try .whole(text)
      defect = nil
    } catch {
      compiled = nil
      defect = "\(error)"
    }
  }

  /// Returns a Boolean value that indicates whether the expression matches the whole text.
  func matchesAll(_ text: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    return compiled?.firstMatch(in: text, range: range) != nil
  }
}

extension RegularExpression: Hashable {
  /// Expressions are equal when their texts are.
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
