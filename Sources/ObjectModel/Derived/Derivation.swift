/// The source of a derived attribute's value.
///
/// ```swift
/// AttributeDescription("photoCount", .integer64, derived: .count("photos"))
/// AttributeDescription("searchName", .string, isOptional: true, derived: .canonical("name"))
/// ```
///
/// A derived attribute has a column, so rows can be fetched and sorted by it. It cannot be set. Objects show
/// the value as of the last save. The single writer of a store maintains the values: within the transaction
/// of each commit it recomputes those that depend on the written rows, so that stored values are always
/// correct, whichever context changed the members (Core Data uses triggers, which only Core Data itself can
/// run). Texts and `now()` show their value in the object as soon as it is saved, counts and sums as soon as
/// the commit has been merged. A row that differs only in derived values causes no conflict.
///
/// A count or a sum beyond the limits of the attribute's type is stored as the nearest value of the type: 32767 for
/// 40000 members in an attribute of 16 bits. Choose ``AttributeType/integer64`` for numbers that can grow.
///
/// - Complexity: A count looks up the members of each object whose members were added or removed; a sum reads
///   them.
public enum Derivation: Sendable, Hashable {
  /// The number of objects of a to-many relationship.
  case count(String)
  /// The sum of an attribute of the objects of a to-many relationship; empty values are left out.
  case sum(relationship: String, attribute: String)
  /// A text of the same object, in small letters; it must be stored and not derived itself.
  case lowercase(String)
  /// A text of the same object, stored and not derived itself, without case and diacritics, as with `[cd]` in a predicate.
  case canonical(String)
  /// The time of the last save of the object.
  case now

  /// Reads an expression of Core Data's: `photos.@count`, `photos.@sum.views` (or `photos.views.@sum`),
  /// `lowercase:(name)`, `canonical:(name)` or `now()`; nil for any other.
  public init?(_ expression: String) {
    if expression == "now()" {
      self = .now
      return
    }
    for (prefix, make) in [("lowercase:(", Self.lowercase), ("canonical:(", Self.canonical)]
    where expression.hasPrefix(prefix) && expression.hasSuffix(")") {
      self = make(String(expression.dropFirst(prefix.count).dropLast()))
      return
    }
    let names = expression.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch (names.count, names.last, names.dropLast().last) {
    case (2, "@count", let relationship?): self = .count(relationship)
    case (3, "@sum", let attribute?): self = .sum(relationship: names[0], attribute: attribute)
    case (3, let attribute?, "@sum"): self = .sum(relationship: names[0], attribute: attribute)
    default: return nil
    }
  }
}

extension Derivation: CustomStringConvertible {
  /// The expression, as ``init(_:)`` reads it.
  public var description: String {
    switch self {
    case .count(let relationship): "\(relationship).@count"
    case .sum(let relationship, let attribute): "\(relationship).@sum.\(attribute)"
    case .lowercase(let source): "lowercase:(\(source))"
    case .canonical(let source): "canonical:(\(source))"
    case .now: "now()"
    }
  }
}
