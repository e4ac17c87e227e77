/// The bounds of numbers in untrusted data.
///
/// They are far beyond real values, and small enough that products and sums of a few of them cannot
/// overflow.
enum NumberBounds {
  /// Numbers of pages, and of photos in a list.
  static let count = 0...1_000_000_000_000
  /// Numbers of photos on a page.
  static let perPage = 0...1_000_000
  /// View counts of a photo.
  static let views = -1_000_000_000_000_000...1_000_000_000_000_000
  /// Seconds since 1970, to the end of the year 9999.
  static let seconds = 0...253_402_300_799
  /// Codes, flags and accuracies.
  static let code = -1_000_000...1_000_000
}
