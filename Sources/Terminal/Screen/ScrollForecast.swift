internal import CNcurses
internal import Glibc

/// Finds out before an update whether ncurses could scroll a part of the screen in it.
///
/// ncurses (`_nc_hash_map` in its hashmap.c) keeps a hash of each row that the terminal shows, and computes those of the rows that
/// it gets. It scrolls only where a hash occurs once among the former and once among the latter, in different rows, and then
/// takes other rows along. A row that stays as it is has the same hash on both sides, so both rows of such a pair change.
///
/// Equal hashes are enough for it, so the same are computed here. The hash that it keeps may be one of an earlier text: a repaint
/// computes none. Such a row is not known until it has changed once in another update.
@MainActor struct ScrollForecast {
  /// A Boolean value that indicates whether ncurses has computed hashes: in its first update that is no repaint, of all rows.
  private var hasHashes = false
  /// The rows whose hash in ncurses may be that of an earlier text.
  private var unknown: Set<CInt> = []
  private var old: [cchar_t] = []
  private var new: [cchar_t] = []

  /// Records an update that repaints everything.
  mutating func recordRepaint() {
    if hasHashes { unknown = Set(0..<ps_lines()) }
  }

  /// Records another update.
  mutating func recordUpdate() { hasHashes = true }

  /// Returns a Boolean value that indicates whether the next update scrolls nothing.
  ///
  /// - Parameter rows: The rows that were painted since the last update; all that differ are among them.
  mutating func keepsInPlace(_ rows: [CInt]) -> Bool {
    guard rows.count > 1 else { return true }
    let columns = Int(ps_columns())
    if new.count != columns + 1 {
      old = Array(repeating: cchar_t(), count: columns + 1)
      new = old
    }
    var keeps = true
    var formerRows: [UInt: [CInt]] = [:]
    var hashes: [(row: CInt, hash: UInt)] = []
    for row in rows {
      guard ps_row(ps_curscr(), row, &old, CInt(columns)) == OK,
        ps_row(ps_stdscr(), row, &new, CInt(columns)) == OK
      else { return false }
      formerRows[Self.hash(old), default: []].append(row)
      hashes.append((row, Self.hash(new)))
      if unknown.contains(row) {
        keeps = false
        // ncurses computes the hash of a row that differs.
        if Self.differ(old, new) { unknown.remove(row) }
      }
    }
    return keeps && hashes.allSatisfy { row, hash in formerRows[hash]?.allSatisfy { $0 == row } ?? true }
  }

  /// The hash of a row as ncurses computes it: of the first scalar of each column, in arithmetic that overflows.
  private nonisolated static func hash(_ cells: [cchar_t]) -> UInt {
    var hash: UInt = 0
    for cell in cells {
      let scalar = cell.chars.0
      if scalar == 0 { break }
      // The columns of a wide character have the same scalar.
      for _ in 0..<(scalar < 0x300 ? 1 : max(1, wcwidth(scalar))) {
        hash = hash &+ (hash << 5) &+ UInt(bitPattern: Int(scalar))
      }
    }
    return hash
  }

  /// Returns a Boolean value that indicates whether two rows differ, up to the empty cells after them.
  private nonisolated static func differ(_ old: [cchar_t], _ new: [cchar_t]) -> Bool {
    for (one, other) in zip(old, new) {
      if !isEqual(one, other) { return true }
      if one.chars.0 == 0 { return false }
    }
    return false
  }

  private nonisolated static func isEqual(_ one: cchar_t, _ other: cchar_t) -> Bool {
    one.attr == other.attr && one.ext_color == other.ext_color && one.chars == other.chars
  }
}
