/// The position of a row in a sectioned list: the index of its section and its index in that section, both
/// from 0.
///
/// Paths are ordered as the rows are displayed. Foundation's `IndexPath` is an array on the heap; this type
/// is two integers.
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

  /// Compares by section, then by row.
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  /// The path as `section.row`.
  public var description: String { "\(section).\(row)" }
}
