/// A condition that selects rows.
///
/// It is one tree with the same semantics in memory and in SQL: a differential test compares the two. Write
/// it as a format (``init(_:_:)``) or with typed properties (``Property``). (Foundation has its own
/// `Predicate`; the different name allows importing both.)
///
/// Every comparison is true or false; there is no third value, and ``not(_:)`` always inverts the result. A
/// missing object, an empty attribute, NaN, and the end of a key path through any of these are all nil.
/// Values are compared as a store's columns hold them: decimals as real numbers, text by its UTF-8 bytes
/// (unlike Swift strings: "é" as one code point and as two differ unless the comparison ignores accents).
/// Objects are compared by the order in which they were inserted, as ``ManagedObjectID`` are.
public indirect enum FetchPredicate: Hashable, Sendable {
  /// Every row, or none.
  case constant(Bool)
  /// The rows that match all of these.
  case and([FetchPredicate])
  /// The rows that match one of these at least.
  case or([FetchPredicate])
  /// The rows that do not match.
  case not(FetchPredicate)
  /// The rows for which the comparison holds.
  case comparison(Comparison)

  /// A comparison of two expressions.
  ///
  /// A to-many relationship stands on one side as a whole only for membership: `SELF IN photographer.photos`, or
  /// the other way round, `photos CONTAINS %@`.
  public struct Comparison: Hashable, Sendable {
    /// The left side; with a quantifier other than `one` it is a key path through a to-many relationship.
    public var left: FetchExpression
    /// The quantifier of a path through a to-many relationship.
    public var quantifier: Quantifier
    /// The comparison operator.
    public var operation: Operation
    /// The right side.
    public var right: FetchExpression
    /// The options for comparing text.
    public var options: Options

    /// Makes a comparison of two expressions.
    public init(
      _ left: FetchExpression, _ operation: Operation, _ right: FetchExpression, options: Options = [],
      quantifier: Quantifier = .one
    ) {
      self.left = left
      self.quantifier = quantifier
      self.operation = operation
      self.right = right
      self.options = options
    }

    /// Makes a comparison of the value at the end of a key path.
    public init(
      _ path: String, _ operation: Operation, _ right: FetchExpression, options: Options = [],
      quantifier: Quantifier = .one
    ) {
      self.init(.path(path), operation, right, options: options, quantifier: quantifier)
    }
  }

  /// A quantifier of a key path through a to-many relationship.
  public enum Quantifier: Hashable, Sendable {
    /// The path leads to one value.
    case one
    /// One of the values, at least, must compare.
    case any
    /// All of the values must compare; holds when there are none.
    case all
    /// None of the values may compare; holds when there are none.
    case none
  }

  /// A comparison operator.
  public enum Operation: Hashable, Sendable {
    /// Equal; nil equals nil.
    case equal
    /// Not equal; nil differs from every value.
    case notEqual
    /// Less; never holds with nil.
    case less
    /// Less or equal; never holds with nil.
    case lessOrEqual
    /// Greater; never holds with nil.
    case greater
    /// Greater or equal; never holds with nil.
    case greaterOrEqual
    /// Between the two values of the operand, both included.
    case between
    /// One of the values of the operand, of which nil may be one, or of the values to which a path through a
    /// to-many relationship leads.
    case `in`
    /// Text that contains the operand, as every text does the empty one, or a to-many relationship that has the
    /// operand as a value.
    ///
    /// Like the other operations on text it never holds with nil.
    case contains
    /// Text that begins with the operand.
    case beginsWith
    /// Text that ends with the operand.
    case endsWith
    /// Text that matches the operand as a whole, in which `*` stands for any text, `?` for one code point,
    /// and `\` makes the next code point stand for itself.
    case like
    /// Text that matches the operand, a regular expression in ICU's syntax, as a whole.
    ///
    /// The expression is a value, not a key path. With `[d]`, accents are taken from both before; what lies
    /// outside ASCII has no other meaning in a regular expression than itself.
    case matches
  }

  /// A side of a comparison.
  public typealias Operand = FetchExpression

  /// Options for comparing text; without options, text is compared byte by byte.
  ///
  /// The exact rule does not depend on a locale. For accents, it is the canonical decomposition without the
  /// combining marks that scripts share (U+0300-036F and its four supplements). For case, it applies
  /// Unicode's full mappings to lowercase, uppercase, and lowercase again. So "ß" equals "SS", and the marks
  /// of kana or Devanagari always matter.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Makes options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Capitals equal small letters: `[c]`.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Accents do not matter: `[d]`.
    public static let diacriticInsensitive = Options(rawValue: 2)
  }
}
