internal import CNcurses
internal import Glibc

/// The number of columns of a character, as `wcwidth` of the C library returns it in a UTF-8 locale.
///
/// ncurses uses the same function.
///
/// The result does not depend on the locale of the process, so views have the same layout under `LC_ALL=C`.
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

  /// Returns a Boolean value that indicates whether `scalar`, which takes a column by the C library's tables,
  /// belongs to the character before it
  /// (UAX #29, SpacingMark and Extend), so that terminals which count clusters give it no column.
  static func isSpacingMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0x8ff else { return false }
    switch scalar.value {
    case 0xE33, 0xEB3, 0xFF9E, 0xFF9F: return true
    default: return scalar.properties.generalCategory == .spacingMark
    }
  }

  /// Returns a Boolean value that indicates whether terminals have other widths than the C library for
  /// `scalar`, or join it to its neighbors.
  ///
  /// Characters of ambiguous width count as disputed only where ``AmbiguousWidth/isWide`` holds: terminals of that kind
  /// disagree about some of them, and ncurses does not know of their second column.
  static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
    if AmbiguousWidth.isWide, AmbiguousWidth.contains(scalar) { return true }
    guard scalar.value >= 0x300 else { return false }
    if joiningScripts.contains(where: { $0.contains(scalar.value) }) || scalar.properties.isEmoji {
      return true
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .privateUse, .unassigned: return true
    default: break
    }
    // Terminals with tables from before Unicode 9, which made emoji wide, are still in use.
    return scalar.properties.age.map { $0.major >= 9 } ?? true
  }

  /// Scripts whose letters join others: conjuncts of the Brahmic scripts, and syllables of Hangul jamo.
  private static let joiningScripts: [ClosedRange<UInt32>] = [
    0x0900...0x0DFF, 0x0F00...0x109F, 0x1100...0x11FF, 0x1700...0x17FF, 0x1900...0x1CFF, 0xA800...0xABFF,
    0xD7B0...0xD7FF, 0x11000...0x11FFF,
  ]
}
