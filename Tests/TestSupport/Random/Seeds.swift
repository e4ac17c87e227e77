internal import Foundation

/// The seeds of a random test.
///
/// A quick run uses few seeds, and new ones each time, so that many runs cover many cases; it reports them when it fails. A
/// long run always uses the same seeds, from 0 on.
public enum Seeds {
  /// A Boolean value that indicates whether LONG_TESTS is set.
  public static let areMany = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil

  /// The first seed, which FIRST_SEED in the environment sets to repeat a failed run.
  private static let first = ProcessInfo.processInfo.environment["FIRST_SEED"].flatMap { UInt64($0) }

  /// A seed for a test that has other arguments.
  public static var one: UInt64 { range(quick: 1, long: 1).lowerBound }

  /// Returns a range of `quick` or `long` seeds, depending on LONG_TESTS.
  public static func range(quick: Int, long: Int) -> Range<UInt64> {
    let first = first ?? (areMany ? 0 : UInt64.random(in: 0...UInt64(UInt32.max)))
    return first..<(first + UInt64(areMany ? long : quick))
  }
}
