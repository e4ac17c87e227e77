import ObjectGraph

/// A section of a list: its name, and how many rows it has.
struct ListSection: Sendable, RowCounting {
  /// The name, which all rows of the section share.
  let name: String
  /// The values of the keys that determine sections, of a row with that name, still in the list or not; they determine
  /// the position of the section.
  let key: SortKey
  /// The number of rows in the section.
  var rowCount: Int

  /// Returns a Boolean value that indicates whether the section has exactly this name.
  ///
  /// Names are compared as values are: equal strings can differ in their Unicode scalars, and other rows may stand between
  /// those of two such names.
  func isNamed(_ name: String) -> Bool { PropertyValue.string(self.name) == .string(name) }
}
