/// The content of a section header.
public struct ListHeader: Hashable, Sendable {
  /// The name of the section.
  public var title: String
  /// A dimmed text at the right end, such as a count.
  public var trailing: String

  /// Creates a header.
  public init(title: String, trailing: String = "") {
    self.title = title
    self.trailing = trailing
  }
}
