internal import CNcurses
internal import Glibc

/// How many columns a character takes: what `wcwidth` of the C library says in a UTF-8 locale, because
/// that is what ncurses counts with.
///
/// The answer does not depend on the locale of the process, so that views lay out alike under `LC_ALL=C`.
enum CharacterWidth {
  /// The locale whose tables are asked.
  ///
  /// `locale_t` is a pointer to what glibc never changes nor frees here, hence safe to share although the
  /// compiler cannot know.
  nonisolated(unsafe) private static let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// The columns of `scalar`: 0 for marks, 1 or 2 for what is seen, -1 for what has no place on a screen.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7f { return scalar.value >= 0x20 ? 1 : -1 }
    guard let utf8 else { return 1 }
    let previous = uselocale(utf8)
    defer { uselocale(previous) }
    return Int(wcwidth(wchar_t(bitPattern: scalar.value)))
  }
}
