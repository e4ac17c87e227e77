public import ObjectModel

/// An attribute of a class by its name and type: for the model, the accessor, typed predicates and orders.
///
/// A Swift key path does not provide its name at run time, and the property wrappers of a class are not
/// accessible without an object. Therefore a class declares the name and the type of an attribute once as a
/// static property, which everything else refers to:
///
/// ```swift
/// static let title = Property<Photo, String?>("title")
/// static let photographer = ToOneProperty<Photo, Photographer>("photographer")
///
/// @Attribute(Photo.title) var title: String?
/// @ToOne(Photo.photographer) var photographer: Photographer?
///
/// AttributeDescription(Photo.title)
/// FetchRequest<Photo>(
///   where: Photo.title.contains("sea", .caseInsensitive) && Photo.photographer.name == "Ann",
///   order: [FetchOrder(Photo.title)])
/// ```
///
/// The names and types are checked against the model when the predicate is used. A declaration can also give the default,
/// the rules and the inverse, so that the model needs no other description (``DeclaredProperty``), and it is found by key
/// paths, as `\.photographer.name` (``TypedPredicate``).
@frozen
public struct Property<Object: ManagedObject, Value>: TypedExpression, Sendable {
  /// The key path, as `title` or `photographer.name`.
  public let keyPath: String

  /// The quantifier, if there are several values.
  public let quantifier: FetchPredicate.Quantifier

  /// The facts that the declaration gives beside the name and the type; nil if it gives none.
  @usableFromInline let declared: DeclaredAttribute?

  /// Names a property, or a longer key path.
  @inlinable
  public init(_ keyPath: String) { self.init(keyPath, .one) }

  @usableFromInline
  init(
    _ keyPath: String, _ quantifier: FetchPredicate.Quantifier, declared: DeclaredAttribute? = nil
  ) {
    self.keyPath = keyPath
    self.quantifier = quantifier
    self.declared = declared
  }

  /// The property as a predicate's format names it.
  public var expression: FetchExpression { .path(keyPath) }
}

// MARK: - Text

extension String: TextAttribute {}
extension Optional: TextAttribute where Wrapped: TextAttribute {}

extension TypedExpression where Value: TextAttribute {
  /// Equal under the options.
  public func equals(_ text: Value, _ options: FetchPredicate.Options) -> FetchPredicate {
    compare(.equal, .value(text.propertyValue), options)
  }

  /// Text that contains `text`.
  public func contains(_ text: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.contains, .value(.string(text)), options)
  }

  /// Text that begins with `text`.
  public func begins(with text: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.beginsWith, .value(.string(text)), options)
  }

  /// Text that ends with `text`.
  public func ends(with text: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.endsWith, .value(.string(text)), options)
  }

  /// Text that matches a pattern; see ``FetchPredicate/Operation/like``.
  public func isLike(_ pattern: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.like, .value(.string(pattern)), options)
  }

  /// Text that matches a regular expression as a whole; see ``FetchPredicate/Operation/matches``.
  public func matches(_ pattern: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
    compare(.matches, .value(.string(pattern)), options)
  }
}

extension FetchOrder {
  /// Makes a key of a sort order from a property.
  public init<Object, Value>(
    _ property: Property<Object, Value>, ascending: Bool = true, comparison: Comparison = .binary
  ) {
    self.init(property.keyPath, ascending: ascending, comparison: comparison)
  }
}

extension IndexElement {
  /// Creates an element of an index from a property.
  public init<Object, Value>(_ property: Property<Object, Value>, ascending isAscending: Bool = true) {
    self.init(property.keyPath, ascending: isAscending)
  }
}
