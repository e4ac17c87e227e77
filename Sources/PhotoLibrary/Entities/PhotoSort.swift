public import ObjectGraph

/// An order of photos with its direction.
public struct PhotoSort: Hashable, Sendable {
  /// The value that photos are sorted by.
  public var order: PhotoOrder
  /// A Boolean value that indicates whether the direction is the opposite of the usual one: titles from Z, dates from the
  /// earliest, views from the fewest.
  public var isReversed: Bool

  /// Creates an order.
  public init(_ order: PhotoOrder, isReversed: Bool = false) {
    self.order = order
    self.isReversed = isReversed
  }

  /// Parses an order and its direction: `taken`, `taken asc` or `taken desc`.
  ///
  /// - Returns: `nil` if there is no such order or direction.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let order = words.first.flatMap({ PhotoOrder(rawValue: String($0)) }), words.count <= 2 else {
      return nil
    }
    let directions = ["asc": true, "desc": false]
    guard words.count == 2 else {
      self.init(order)
      return
    }
    guard let ascends = directions[String(words[1])] else { return nil }
    self.init(order, isReversed: ascends != order.isAscending)
  }

  /// The sort keys for fetch requests.
  ///
  /// Both directions are read from the index of the order; see ``FetchOrder/inserted(ascending:)``.
  public var keys: [FetchOrder] {
    guard isReversed else { return order.keys }
    let reversed = order.keys.map { FetchOrder($0.path, ascending: !$0.ascending) }
    return order == .added ? reversed : reversed + [.inserted(ascending: false)]
  }

  /// The order and its direction as ``init(_:)`` parses them.
  public var text: String { "\(order.rawValue) \(isAscending ? "asc" : "desc")" }

  /// The name for display: `date taken`, or `date taken ↑`.
  public var name: String { isReversed ? "\(order.name) \(isAscending ? "↑" : "↓")" : order.name }

  private var isAscending: Bool { order.isAscending != isReversed }
}
