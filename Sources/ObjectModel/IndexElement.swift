/// One property of an index, with the direction in which the index is sorted by it.
///
/// A string literal is an ascending element: `indexes: [["title"], [.descending("uploaded"), "title"]]`.
///
/// Give an index the directions of the sort order that it serves. Objects with equal values are fetched in the order of
/// their IDs, and an index has them in this order only in its own directions. In the opposite directions, the store must
/// sort all objects that are equal to the first ones.
public struct IndexElement: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the attribute or to-one relationship.
  public var property: String
  /// A Boolean value that indicates whether the order is ascending.
  public var isAscending: Bool

  /// Creates an element from the name of an attribute or to-one relationship.
  public init(_ property: String, ascending isAscending: Bool = true) {
    self.property = property
    self.isAscending = isAscending
  }

  /// Creates an ascending element from the name of an attribute or to-one relationship.
  public init(stringLiteral property: String) { self.init(property) }

  /// Creates an ascending element.
  public static func ascending(_ property: String) -> IndexElement { IndexElement(property) }

  /// Creates a descending element.
  public static func descending(_ property: String) -> IndexElement {
    IndexElement(property, ascending: false)
  }
}

extension IndexElement {
  /// The element as a text: the name, after a hyphen for a descending element.
  ///
  /// No property has a hyphen in its name.
  var text: String { isAscending ? property : "-" + property }

  /// Creates an element from its ``text``.
  init(text: String) {
    let isAscending = !text.hasPrefix("-")
    self.init(isAscending ? text : String(text.dropFirst()), ascending: isAscending)
  }
}
