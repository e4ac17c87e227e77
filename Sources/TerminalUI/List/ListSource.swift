public import ListChanges

/// What one row shows.
public struct ListRow: Hashable, Sendable {
  /// The text of the row.
  public var title: String
  /// A dimmed text after the title, in the same line.
  public var note: String
  /// A dimmed line below it, in lists of two lines a row.
  public var subtitle: String
  /// A dimmed text at the right end of the row, such as a count.
  public var trailing: String
  /// A Boolean value that indicates whether the title is dimmed too.
  public var isDimmed: Bool

  /// Makes a row.
  public init(
    title: String, note: String = "", subtitle: String = "", trailing: String = "", isDimmed: Bool = false
  ) {
    self.title = title
    self.note = note
    self.subtitle = subtitle
    self.trailing = trailing
    self.isDimmed = isDimmed
  }
}

/// What the line above a section shows.
public struct ListHeader: Hashable, Sendable {
  /// The name of the section.
  public var title: String
  /// A dimmed text at the right end, such as a count.
  public var trailing: String

  /// Makes a header.
  public init(title: String, trailing: String = "") {
    self.title = title
    self.trailing = trailing
  }
}

/// Where a ``ListView`` gets its content from.
///
/// Only rows and headers in view are asked for.
@MainActor public protocol ListSource: SectionSource {
  /// What the line above a section shows.
  func header(of section: Int) -> ListHeader
  /// What a row shows.
  func row(at path: RowPath) -> ListRow
}
