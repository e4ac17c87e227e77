/// A row's place in a sectioned list: its section, and its number within that section, both from 0.
///
/// Ordered as the rows stand on the screen. (Foundation's `IndexPath` is an array on the heap; this is two
/// integers.)
public struct RowPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The section, counted from 0.
  public var section: Int
  /// The row within the section, counted from 0.
  public var row: Int

  /// Makes the path of `row` in `section`.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Orders by section, then by row.
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  /// The path as `section.row`.
  public var description: String { "\(section).\(row)" }
}
