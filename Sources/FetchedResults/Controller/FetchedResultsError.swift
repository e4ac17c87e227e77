/// The reason why a controller cannot show a request.
public enum FetchedResultsError: Error, Hashable, Sendable {
  /// The list is not sorted by its section key first, so that the rows of a section would not be adjacent.
  case notSortedBySection(sectionKeyPath: String, firstOrder: String?)
  /// Sections of the same beginning of a text need the binary order of the text.
  case collatedSections(sectionKeyPath: String)
  /// Sections of the same beginning need texts or dates: numbers with the same first digit are not adjacent.
  case sectionsWithoutBeginnings(sectionKeyPath: String)
}

extension FetchedResultsError: CustomStringConvertible {
  /// The problem, in one sentence.
  public var description: String {
    switch self {
    case .notSortedBySection(let path, let order?):
      "sections by \"\(path)\" need an order by \"\(path)\" first, and the first order is by \"\(order)\""
    case .collatedSections(let path):
      "sections by the beginning of \"\(path)\" need its binary order first, in which equal beginnings are adjacent"
    case .sectionsWithoutBeginnings(let path):
      "sections by the beginning of \"\(path)\" need texts or dates, whose equal beginnings are adjacent"
    case .notSortedBySection(let path, nil):
      "sections by \"\(path)\" need an order by \"\(path)\" first, and there is no order"
    }
  }
}
