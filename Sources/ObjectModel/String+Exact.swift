import Foundation

extension String {
  /// Returns a Boolean value that indicates whether two texts have the same Unicode scalars.
  ///
  /// Equal strings can have different ones: "é" is one scalar or two (canonical equivalence).
  ///
  /// - Complexity: O(*n*) in the length, and O(1) for texts of different lengths.
  func isExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
        return memcmp(leftStart, rightStart, left.count) == 0
      }
    }
  }
}
