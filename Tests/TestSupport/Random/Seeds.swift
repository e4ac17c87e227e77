internal import Foundation

/// With which seeds a random test runs.
///
/// The quick run takes new ones each time, to see something new, and says them when it fails; the long one
/// takes the same ones always, from 0 on.
public enum Seeds {
  /// Whether LONG_TESTS is set.
  public static let areMany = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil

  /// The first seed if the environment names one in FIRST_SEED, to repeat a run that failed.
  private static let first = ProcessInfo.processInfo.environment["FIRST_SEED"].flatMap { UInt64($0) }

  /// So many seeds for the quick run, so many for the long one.
  public static func range(quick: Int, long: Int) -> Range<UInt64> {
    let first = first ?? (areMany ? 0 : UInt64.random(in: 0...UInt64(UInt32.max)))
    return first..<(first + UInt64(areMany ? long : quick))
  }
}
