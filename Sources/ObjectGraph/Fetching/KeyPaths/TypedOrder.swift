public import ObjectModel

/// A key of a sort order of the objects of one class, written with a key path of its declared properties.
///
/// ```swift
/// FetchRequest<Photo>(order: [.by(\.photographer.name), .by(\.taken, ascending: false)])
/// ```
///
/// See ``TypedPredicate`` for the key paths.
public struct TypedOrder<Object: ManagedObject>: Hashable, Sendable {
  /// The key without its class.
  public let order: FetchOrder

  /// Declares that a key of a sort order is meant for the class.
  public init(_ order: FetchOrder) { self.order = order }

  /// Makes a key of a sort order from a property.
  public static func by<Value>(
    _ path: KeyPath<Object.Type, Property<some ManagedObject, Value>>, ascending: Bool = true,
    comparison: FetchOrder.Comparison = .binary
  ) -> TypedOrder {
    TypedOrder(
      FetchOrder(Object.self[keyPath: path].keyPath, ascending: ascending, comparison: comparison))
  }

  /// The order in which the objects were inserted; see ``FetchOrder/inserted(ascending:)``.
  public static func inserted(ascending: Bool = true) -> TypedOrder {
    TypedOrder(.inserted(ascending: ascending))
  }
}
