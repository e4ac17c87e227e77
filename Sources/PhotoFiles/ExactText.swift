internal import Glibc

/// A text that equals another one only if it has the same bytes, as names of files do.
///
/// Equal strings can have different bytes: "é" is one scalar or two (canonical equivalence).
public struct ExactText: Hashable, Comparable, Sendable {
  /// The text.
  public let text: String

  /// Creates an exact text.
  public init(_ text: String) { self.text = text }

  /// Returns whether two texts have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress else {
          return left.count == right.count
        }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  /// Returns whether the bytes of a text come before those of another one.
  public static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
