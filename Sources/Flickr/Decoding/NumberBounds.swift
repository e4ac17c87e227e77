/// The bounds of numbers that come from outside.
///
/// They are far beyond what is real and far within what arithmetic takes: products and sums of a few cannot overflow.
enum NumberBounds {
  /// Pages, and photos of a list.
  static let count = 0...1_000_000_000_000
  /// Photos of a page.
  static let perPage = 0...1_000_000
  /// How often a photo was looked at.
  static let views = -1_000_000_000_000_000...1_000_000_000_000_000
  /// Seconds since 1970, to the end of the year 9999.
  static let seconds = 0...253_402_300_799
  /// Codes, flags and accuracies.
  static let code = -1_000_000...1_000_000
}
