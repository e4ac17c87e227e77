public import ObjectModel

/// A predicate for the objects of one class, written with key paths of its declared properties.
///
/// ```swift
/// let large = FetchRequest<Photo>(where: \.width > 1000 && \.photographer.name == "Ann")
/// ```
///
/// A key path leads from the class to a static ``Property``, ``ToOneProperty`` or ``ToManyProperty``; a point after a
/// to-one relationship leads to the properties of its destination. The compiler infers the class from the request, and
/// refuses properties of other classes and values of other types. The result is the same ``FetchPredicate`` as that of
/// `Photo.width > 1000 && Photo.photographer.name == "Ann"`.
///
/// Conditions without an operator are static functions: `.contains(\.title, "sea", .caseInsensitive)`,
/// `.isWithin(\.rating, 3...5)`.
public struct TypedPredicate<Object: ManagedObject>: Hashable, Sendable {
  /// The predicate without its class.
  public let predicate: FetchPredicate

  /// Declares that a predicate is meant for the class, such as one that was parsed.
  ///
  /// Its properties are checked when it is used, as those of any ``FetchPredicate`` are.
  public init(_ predicate: FetchPredicate) { self.predicate = predicate }

  /// The predicate of all objects.
  public static var all: TypedPredicate { TypedPredicate(.constant(true)) }

  /// Returns a predicate for the objects that match both.
  public func and(_ other: TypedPredicate) -> TypedPredicate { self && other }

  /// Returns a predicate for the objects that match one of the two at least.
  public func or(_ other: TypedPredicate) -> TypedPredicate { self || other }

  /// The objects that match both.
  public static func && (left: TypedPredicate, right: TypedPredicate) -> TypedPredicate {
    TypedPredicate(left.predicate && right.predicate)
  }

  /// The objects that match one of the two at least.
  public static func || (left: TypedPredicate, right: TypedPredicate) -> TypedPredicate {
    TypedPredicate(left.predicate || right.predicate)
  }

  /// The objects that do not match.
  public static prefix func ! (operand: TypedPredicate) -> TypedPredicate {
    TypedPredicate(.not(operand.predicate))
  }
}

extension TypedPredicate: CustomStringConvertible {
  /// The predicate in the format language.
  public var description: String { predicate.description }
}
