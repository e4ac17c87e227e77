internal import Foundation
internal import Synchronization

/// The regular expressions of MATCHES, in ICU's syntax, as Apple's are.
package struct TextExpression: Sendable {
  private let expression: NSRegularExpression
  private let options: FetchPredicate.Options

  /// Reads a regular expression, or says what is wrong with it.
  package init(_ pattern: String, _ options: FetchPredicate.Options) throws(FetchError) {
    let folded = TextFolding.fold(pattern, options.subtracting(.caseInsensitive))
    do {
      let flags: NSRegularExpression.Options =
        options.contains(.caseInsensitive) ? .caseInsensitive : []
      expression = try .whole(folded, options: flags)
    } catch {
      throw .invalidPattern(pattern)
    }
    self.options = options.subtracting(.caseInsensitive)
  }

  /// Returns a Boolean value that indicates whether the pattern matches the whole text.
  package func matches(_ text: String) -> Bool {
    let text = TextFolding.fold(text, options)
    let range = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, options: .anchored, range: range) != nil
  }

  private struct Key: Hashable {
    let pattern: [UInt8]
    let options: Int
  }

  /// The expressions used last; all are forgotten when they are too many.
  private static let cache = Mutex<[Key: TextExpression]>([:])
  private static let capacity = 64

  /// The expression for a pattern, read once for all rows; nil when it makes no sense.
  package static func cached(_ pattern: String, _ options: FetchPredicate.Options) -> TextExpression? {
    let key = Key(pattern: Array(pattern.utf8), options: options.rawValue)
    if let known = cache.withLock({ $0[key] }) { return known }
    guard let expression = try? TextExpression(pattern, options) else { return nil }
    cache.withLock { cache in
      if cache.count >= capacity { cache.removeAll() }
      cache[key] = expression
    }
    return expression
  }
}
