/// Why a controller cannot show what it is asked for.
public enum FetchedResultsError: Error, Hashable, Sendable {
  /// The list is not sorted by its section key first, so that rows of one section would not stand together.
  case notSortedBySection(sectionKeyPath: String, firstOrder: String?)
}

extension FetchedResultsError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .notSortedBySection(let path, let order?):
      "sections by \"\(path)\" need an order by \"\(path)\" first, and the first order is by \"\(order)\""
    case .notSortedBySection(let path, nil):
      "sections by \"\(path)\" need an order by \"\(path)\" first, and there is no order"
    }
  }
}
