internal import Foundation

extension NSRegularExpression {
  /// Returns the expression that matches the texts that a pattern matches as a whole.
  ///
  /// - Throws: The error in the pattern.
  static func whole(_ pattern: String, options: Options = []) throws -> NSRegularExpression {
    // By itself first: what is put around it must not make sense of a parenthesis too many. (ICU refuses the empty
    // pattern, which has a meaning: the empty text.)
    if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern, options: options) }
    // The alternatives are kept together, so that the anchors hold for each of them.
    func whole(endingWith end: String) throws -> NSRegularExpression {
      try NSRegularExpression(pattern: "\\A(?:\(pattern)\(end))\\z", options: options)
    }
    do {
      return try whole(endingWith: "")
    } catch {
      // A quotation, and a comment with the flag x, go on to the end of the pattern.
      for end in ["\\E", "\n"] {
        if let expression = try? whole(endingWith: end) { return expression }
      }
      throw error
    }
  }
}
