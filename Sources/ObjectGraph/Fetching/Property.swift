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
public struct Property<Object: ManagedObject, Value>: Sendable {
  /// The key path, as `title` or `photographer.name`.
  public let keyPath: String

  /// How the values are taken when there are several.
  let quantifier: FetchPredicate.Quantifier

  /// Names a property, or a longer key path.
  public init(_ keyPath: String) { self.init(keyPath, .one) }

  init(_ keyPath: String, _ quantifier: FetchPredicate.Quantifier) {
    self.keyPath = keyPath
    self.quantifier = quantifier
  }

  fileprivate func compare(
    _ operation: FetchPredicate.Operation, _ operand: FetchPredicate.Operand,
    _ options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    .comparison(
      FetchPredicate.Comparison(keyPath, operation, operand, options: options, quantifier: quantifier))
  }
}

// MARK: - Values

extension Property where Value: AttributeConvertible {
  /// Equal; nil equals nil.
  public static func == (left: Self, right: Value) -> FetchPredicate {
    left.compare(.equal, .value(right.propertyValue))
  }

  /// Not equal; nil differs from every value.
  public static func != (left: Self, right: Value) -> FetchPredicate {
    left.compare(.notEqual, .value(right.propertyValue))
  }

  /// Less; never holds with nil.
  public static func < (left: Self, right: Value) -> FetchPredicate {
    left.compare(.less, .value(right.propertyValue))
  }

  /// Less or equal; never holds with nil.
  public static func <= (left: Self, right: Value) -> FetchPredicate {
    left.compare(.lessOrEqual, .value(right.propertyValue))
  }

  /// Greater; never holds with nil.
  public static func > (left: Self, right: Value) -> FetchPredicate {
    left.compare(.greater, .value(right.propertyValue))
  }

  /// Greater or equal; never holds with nil.
  public static func >= (left: Self, right: Value) -> FetchPredicate {
    left.compare(.greaterOrEqual, .value(right.propertyValue))
  }

  /// Between the two, both included.
  public func isBetween(_ lower: Value, and upper: Value) -> FetchPredicate {
    compare(.between, .values([lower.propertyValue, upper.propertyValue]))
  }

  /// One of the values.
  public func isIn(_ values: some Sequence<Value>) -> FetchPredicate {
    compare(.in, .values(values.map(\.propertyValue)))
  }
}

// MARK: - Text

/// A type of an attribute that is text, or an optional of one.
public protocol TextAttribute: AttributeConvertible {}

extension String: TextAttribute {}
extension Optional: TextAttribute where Wrapped: TextAttribute {}

extension Property where Value: TextAttribute {
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
}

extension FetchOrder {
  /// Makes a key of a sort order from a property.
  public init<Object, Value>(
    _ property: Property<Object, Value>, ascending: Bool = true, comparison: Comparison = .binary
  ) {
    self.init(property.keyPath, ascending: ascending, comparison: comparison)
  }
}
