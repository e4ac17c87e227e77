internal import Foundation

/// With which seeds a random test runs.
///
/// The quick run takes new ones each time, to see something new, and says them when it fails; the long one
/// takes the same ones always, from 0 on.
public enum Seeds {
  /// Whether LONG_TESTS is set.
  public static let areMany = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil

  /// So many seeds for the quick run, so many for the long one.
  public static func range(quick: Int, long: Int) -> Range<UInt64> {
    if areMany { return 0..<UInt64(long) }
    let first = UInt64.random(in: 0...UInt64(UInt32.max))
    return first..<(first + UInt64(quick))
  }
}
