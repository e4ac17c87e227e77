/// One side of a comparison, or a column of a dictionary: something that has a value for every row.
///
/// One tree with one meaning, in memory and in SQL. Values are computed as a store's columns hold them: a boolean
/// is 0 or 1, a date its seconds, a decimal number a real one.
///
/// - *Nothing*: what is computed from nil is nil. Functions of many values pass over those that are nil.
/// - *Whole numbers* stay whole under `+ - * /` and the remainder; `/` cuts towards zero. A result that 64 bits
///   do not hold is the nearest real number. With a real number on either side, the result is real.
/// - *No number*: dividing by zero, the root of a negative number and whatever else is no number (NaN) give nil.
/// - *Dates*: the difference of two is a number of seconds; a number of seconds can be added to a date and
///   taken from it.
/// - Text, truth values and objects are no numbers: computing with them is refused before anything is asked.
public indirect enum FetchExpression: Hashable, Sendable {
  /// A value.
  case value(PropertyValue)
  /// Several values, for `in`, `between` and the functions of many values.
  case values([PropertyValue])
  /// The value at a key path, such as `title`, `photographer.name` or `SELF`.
  ///
  /// `photos.@count` is the number of objects, and `photos.@sum.size` (`@avg`, `@min`, `@max`) the result of
  /// a function of the values. Within a subquery, a path that starts with its variable (`$photo.title`)
  /// starts at the member.
  case path(String)
  /// A value that is put in before the fetch; see ``FetchPredicate/substituting(_:)``.
  case variable(String)
  /// Several computed values, for `in`, `between` and the functions of many values.
  case list([FetchExpression])
  /// The result of an arithmetic operation on two numbers, or on dates and numbers.
  case arithmetic(Arithmetic, FetchExpression, FetchExpression)
  /// The result of a function of the arguments.
  case function(FetchFunction, [FetchExpression])
  /// The first expression for rows that match, the second for the others: `TERNARY(…)`.
  case conditional(FetchPredicate, FetchExpression, FetchExpression)
  /// The members of a to-many relationship that match, for the functions of many values.
  case subquery(Subquery)

  /// An arithmetic operation on two numbers.
  public enum Arithmetic: String, Hashable, Sendable, CaseIterable {
    /// The sum.
    case add = "+"
    /// The difference.
    case subtract = "-"
    /// The product.
    case multiply = "*"
    /// The quotient; of whole numbers without the rest.
    case divide = "/"
    /// The first to the power of the second, always a real number.
    case power = "**"
  }

  /// Members of a to-many relationship that match a predicate.
  public struct Subquery: Hashable, Sendable {
    /// The key path of the relationship.
    public var collection: String
    /// The name, without the dollar sign, by which the predicate calls a member.
    public var variable: String
    /// The predicate that members must match; a path that does not start with the variable starts at the
    /// fetched object.
    public var predicate: FetchPredicate
    /// The key path from a member to the value that is taken; nil for the member itself.
    public var valuePath: String?

    /// Describes members of a to-many relationship.
    public init(
      _ collection: String, _ variable: String, where predicate: FetchPredicate,
      taking valuePath: String? = nil
    ) {
      self.collection = collection
      self.variable = variable
      self.predicate = predicate
      self.valuePath = valuePath
    }
  }

  /// The value or the values of a constant; none for anything else.
  package var values: [PropertyValue] {
    switch self {
    case .value(let value): [value]
    case .values(let values): values
    default: []
    }
  }
}
