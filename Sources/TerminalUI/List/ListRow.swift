/// The content of one row.
public struct ListRow: Hashable, Sendable {
  /// The text of the row.
  public var title: String
  /// A dimmed text after the title, in the same line.
  public var note: String
  /// Further texts, dimmed: a column each where the list is wide, else a line below the title, in lists that have
  /// two lines a row.
  public var details: [String]
  /// A dimmed text at the right end of the row, such as a count.
  public var trailing: String
  /// A Boolean value that indicates whether the title is dimmed too.
  public var isDimmed: Bool
  /// The columns of the title that match a search, which are underlined.
  public var matches: [Range<Int>] = []
  /// A Boolean value that indicates whether the row is one of those that were selected, which a dot shows.
  public var isSelected = false
  /// Short texts at the end of the column of titles, the first one rightmost.
  public var marks: [RowMark] = []

  /// Creates a row.
  public init(
    title: String, note: String = "", details: [String] = [], trailing: String = "", isDimmed: Bool = false
  ) {
    self.title = title
    self.note = note
    self.details = details
    self.trailing = trailing
    self.isDimmed = isDimmed
  }
}
