/// The reason why a controller cannot show a request.
public enum FetchedResultsError: Error, Hashable, Sendable {
  /// The list is not sorted by its section key first, so that the rows of a section would not be adjacent.
  case notSortedBySection(sectionKeyPath: String, firstOrder: String?)
}

extension FetchedResultsError: CustomStringConvertible {
  /// The problem, in one sentence.
  public var description: String {
    switch self {
    case .notSortedBySection(let path, let order?):
      "sections by \"\(path)\" need an order by \"\(path)\" first, and the first order is by \"\(order)\""
    case .notSortedBySection(let path, nil):
      "sections by \"\(path)\" need an order by \"\(path)\" first, and there is no order"
    }
  }
}
