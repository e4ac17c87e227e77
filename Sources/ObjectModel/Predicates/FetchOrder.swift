/// One key of a sort order.
///
/// Nil comes first, ascending. One order with one meaning, in memory and in SQL. (Foundation has a
/// `SortDescriptor` of its own; this one is named apart, so that both can be imported.)
public struct FetchOrder: Hashable, Sendable {
  /// A method of comparing text; other values have only one order.
  public enum Comparison: Hashable, Sendable {
    /// Code point by code point (which is byte by byte in UTF-8): fastest, and can use an index.
    case binary
    /// Without regard to case and diacritics, by the rule of ``FetchPredicate/Options``.
    case insensitive
    /// As a person expects: without regard to case and diacritics, runs of ASCII digits by their value; equal
    /// text is then compared code point by code point.
    case natural
  }

  /// The key path, through to-one relationships; it may end in `@count`.
  public var path: String
  /// A Boolean value that indicates whether the order is ascending.
  public var ascending: Bool
  /// The method of comparing text.
  public var comparison: Comparison
  /// The places of the objects of a list by their keys; `nil` for an order by values.
  package private(set) var places: [Int64: Int]?

  /// Makes a key of a sort order.
  public init(_ path: String, ascending: Bool = true, comparison: Comparison = .binary) {
    self.path = path
    self.ascending = ascending
    self.comparison = comparison
  }

  /// The order in which the objects were inserted, which is that of their IDs.
  ///
  /// No index is needed: rows are stored in this order. As the last key behind others, it determines the order of rows
  /// that the others leave equal; a list that has the opposite order of another has the opposite one here as well, so
  /// that both can be read from one index.
  public static func inserted(ascending: Bool = true) -> FetchOrder {
    FetchOrder("SELF", ascending: ascending)
  }

  /// The order of objects in a list, such as that of the results of a search outside the store; others come after them.
  ///
  /// The list is a part of each query, so that it should have hundreds of objects, not thousands. They must be of the
  /// entity that is fetched. Dictionaries of groups, and distinct ones, cannot have this order.
  public static func listed(_ ids: [ManagedObjectID]) -> FetchOrder {
    var order = FetchOrder("SELF")
    var places: [Int64: Int] = [:]
    // Others have the number of places.
    for id in ids where places[id.key] == nil { places[id.key] = places.count }
    order.places = places
    return order
  }

  /// Returns the order with other keys of the listed objects; an order by values stays the same.
  ///
  /// - Parameter transform: Returns the new key, or `nil` if no row has it. The object then keeps its place in the list.
  package func replacingListedKeys(_ transform: (Int64) -> Int64?) -> FetchOrder {
    guard let places else { return self }
    var order = self
    // Keys of rows are positive.
    let replaced = places.map { (transform($0.key) ?? -1 - Int64($0.value), $0.value) }
    order.places = Dictionary(replaced, uniquingKeysWith: { first, _ in first })
    return order
  }

  /// A Boolean value that indicates whether the order is that of the objects of a list.
  package var isListed: Bool { places != nil }

  /// The place of an object in the list, by its key; the number of objects for others.
  package func place(of key: Int64) -> Int64? {
    places.map { Int64($0[key] ?? $0.count) }
  }
}
