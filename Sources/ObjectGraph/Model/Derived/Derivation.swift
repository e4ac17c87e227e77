/// Where the value of a derived attribute comes from.
///
/// ```swift
/// AttributeDescription("photoCount", .integer64, derived: .count("photos"))
/// AttributeDescription("searchName", .string, isOptional: true, derived: .canonical("name"))
/// ```
///
/// A derived attribute has a column, so that rows can be found and sorted by it, and cannot be set. Objects show the
/// value as of the last save. Who keeps it right is the one writer of a store: within the transaction of each commit it
/// computes again what the rows that were written have an influence on, so that what is stored is never
/// wrong, whoever changed the members (Core Data uses triggers, which nothing but itself can run). Texts and
/// `now()` show their value in the object as soon as it is saved, counts and sums as soon as the commit has been taken
/// over. A row that differs only there is in nobody's way: it is no conflict.
///
/// A count costs a look at the members of each object whose members came or went, a sum reads them.
public enum Derivation: Sendable, Hashable {
  /// How many objects a to-many relationship has.
  case count(String)
  /// The sum of an attribute of the objects of a to-many relationship; empty values are left out.
  case sum(relationship: String, attribute: String)
  /// A text of the same object, in small letters.
  case lowercase(String)
  /// A text of the same object without case and diacritics, as with `[cd]` in a predicate.
  case canonical(String)
  /// When the object was saved last.
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
