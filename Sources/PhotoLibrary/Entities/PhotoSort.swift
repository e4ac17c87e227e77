public import ObjectGraph

/// An order of photos with its direction, and an order of those that are equal in it.
public struct PhotoSort: Hashable, Sendable {
  /// The value that photos are sorted by.
  public var order: PhotoOrder
  /// A Boolean value that indicates whether the direction is the opposite of the usual one: titles from Z, dates from the
  /// earliest, views from the fewest.
  public var isReversed: Bool
  /// The value that photos are sorted by which are equal in the first one; `nil` for the time at which they came.
  public var second: PhotoOrder?
  /// A Boolean value that indicates whether the direction of the second order is the opposite of the usual one.
  public var isSecondReversed = false

  /// Creates an order.
  public init(_ order: PhotoOrder, isReversed: Bool = false) {
    self.order = order
    self.isReversed = isReversed
  }

  /// Parses one order or two, each with or without its direction: `taken`, `taken asc`, `views desc, title`.
  ///
  /// - Returns: `nil` if there is no such order or direction, or if both orders are the same. No photos are equal in the order
  ///   in which they came, so that nothing can follow it.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.parse)
    guard parts.count <= 2, case let first?? = parts.first else { return nil }
    self.init(first.order, isReversed: first.isReversed)
    guard parts.count == 2 else { return }
    guard let second = parts[1], second.order != order, order != .added else { return nil }
    (self.second, isSecondReversed) = (second.order, second.isReversed)
  }

  private static func parse(_ text: Substring) -> (order: PhotoOrder, isReversed: Bool)? {
    let words = text.split(separator: " ")
    guard let order = words.first.flatMap({ PhotoOrder(rawValue: String($0)) }), words.count <= 2 else {
      return nil
    }
    let directions = ["asc": true, "desc": false]
    guard words.count == 2 else { return (order, false) }
    return directions[String(words[1])].map { (order, $0 != order.isAscending) }
  }

  /// The sort keys for fetch requests.
  ///
  /// Both directions are read from the index of the order; see ``FetchOrder/inserted(ascending:)``. Photos that are equal in it
  /// are sorted by the second order as they are read.
  public var keys: [FetchOrder] {
    let first = Self.keys(of: order, isReversed)
    if let second { return first + Self.keys(of: second, isSecondReversed) }
    return isReversed && order != .added ? first + [.inserted(ascending: false)] : first
  }

  private static func keys(of order: PhotoOrder, _ isReversed: Bool) -> [FetchOrder] {
    order.keys.map { isReversed ? FetchOrder($0.path, ascending: !$0.ascending) : $0 }
  }

  /// The orders and their directions as ``init(_:)`` parses them.
  public var text: String {
    let first = Self.text(of: order, isReversed)
    return second.map { "\(first), \(Self.text(of: $0, isSecondReversed))" } ?? first
  }

  private static func text(of order: PhotoOrder, _ isReversed: Bool) -> String {
    "\(order.rawValue) \(order.isAscending != isReversed ? "asc" : "desc")"
  }

  /// The name for display: `date taken`, `date taken ↑`, or `views, title`.
  public var name: String {
    let first = Self.name(of: order, isReversed)
    return second.map { "\(first), \(Self.name(of: $0, isSecondReversed))" } ?? first
  }

  private static func name(of order: PhotoOrder, _ isReversed: Bool) -> String {
    isReversed ? "\(order.name) \(order.isAscending ? "↓" : "↑")" : order.name
  }
}
