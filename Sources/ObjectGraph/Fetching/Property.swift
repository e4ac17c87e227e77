/// An attribute of a class by its name and type, for typed predicates and orders.
///
/// A Swift key path does not tell its name at run time, and a class has no place where its property wrappers
/// can be asked without an object; so a class names what it wants to be asked for once, beside its
/// properties:
///
/// ```swift
/// static let title = Property<Photo, String?>("title")
/// static let photographer = ToOneProperty<Photo, Photographer>("photographer")
///
/// FetchRequest<Photo>(
///   where: Photo.title.contains("sea", .caseInsensitive) && Photo.photographer.name == "Ann")
/// ```
///
/// Whether the names and types are those of the model is checked when the predicate is used.
public struct Property<Object: ManagedObject, Value>: TypedExpression, Sendable {
  /// The key path, as `title` or `photographer.name`.
  public let keyPath: String

  /// How the values are taken when there are several.
  public let quantifier: FetchPredicate.Quantifier

  /// Names a property, or a longer key path.
  public init(_ keyPath: String) { self.init(keyPath, .one) }

  init(_ keyPath: String, _ quantifier: FetchPredicate.Quantifier) {
    self.keyPath = keyPath
    self.quantifier = quantifier
  }

  /// The property as a predicate's format names it.
  public var expression: FetchExpression { .path(keyPath) }
}

// MARK: - Text

/// A type of an attribute that is text, or an optional of one.
public protocol TextAttribute: AttributeConvertible {}

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
