internal import ObjectStore

/// A pure Swift function that a query calls in SQL.
struct SQLFunction: Sendable {
  /// The name in SQL.
  let name: String
  /// The number of arguments; -1 for any number.
  let argumentCount: Int
  /// A Boolean value that indicates whether the function is an aggregate: called once per group of rows,
  /// with the values of its only argument.
  var isAggregate = false
  /// The implementation.
  ///
  /// An argument is null, a number or text (blobs arrive as null), and so is the result.
  let body: @Sendable ([PropertyValue]) -> PropertyValue
  /// A Boolean value that indicates whether the same arguments always give the same result.
  var isDeterministic = true
  /// The options of a function that folds text, which is called for every text that a query compares: ASCII takes a
  /// shorter way to the same result.
  var folding: FetchPredicate.Options?

  /// Creates a function from text to text, which returns null for anything else.
  private static func text(_ name: String, _ body: @escaping @Sendable (String) -> String) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 1) { arguments in
      guard case .string(let text) = arguments.first else { return .null }
      return .string(body(text))
    }
  }

  /// Creates the function that folds text by the options.
  private static func folding(_ options: FetchPredicate.Options) -> SQLFunction {
    var function = text(fold(options)) { TextFolding.fold($0, options) }
    function.folding = options
    return function
  }

  /// Creates a test of one text against another, which returns null for anything else.
  private static func test(
    _ name: String, _ body: @escaping @Sendable (String, String) -> Bool
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 2) { arguments in
      guard arguments.count == 2, case .string(let text) = arguments[0],
        case .string(let other) = arguments[1]
      else { return .null }
      return .integer(body(text, other) ? 1 : 0)
    }
  }

  /// The functions that every connection must have, registered as deterministic unless they are not.
  ///
  /// They are the functions that evaluate predicates and orders in memory, so that both have the same
  /// results.
  static let all: [SQLFunction] =
    [
      folding([.caseInsensitive, .diacriticInsensitive]), folding(.caseInsensitive),
      folding(.diacriticInsensitive),
      text(natural) { FetchOrder.Comparison.natural.key(of: $0) },
      test(begins) { TextSearch.begins($0, $1) },
      test(ends) { TextSearch.ends($0, $1) },
      test(like) { TextPattern($1).matches($0) },
      SQLFunction(name: matches, argumentCount: 3) { arguments in
        guard arguments.count == 3, case .string(let text) = arguments[0],
          case .string(let pattern) = arguments[1], case .integer(let options) = arguments[2],
          let expression = TextExpression.cached(pattern, .init(rawValue: Int(options)))
        else { return .null }
        return .integer(expression.matches(text) ? 1 : 0)
      },
      SQLFunction(name: power, argumentCount: 2) { PropertyValue.compute(.power, $0[0], $0[1]) },
    ] + FetchFunction.allCases.flatMap(functions) + ofAppleTriggers

  /// Returns the SQL functions of a function of expressions: one for single values, or two for an
  /// aggregate, one of its arguments and one of the rows of a group.
  private static func functions(_ function: FetchFunction) -> [SQLFunction] {
    guard let aggregate = function.aggregate else {
      return function == .now
        ? []
        : [
          SQLFunction(name: name(of: function), argumentCount: function.argumentCount) {
            PropertyValue.apply(function, to: $0)
          }
        ]
    }
    let ofList = SQLFunction(name: listName(of: function), argumentCount: -1) {
      aggregate.apply(to: $0)
    }
    guard aggregate == .sum || aggregate == .average else { return [ofList] }
    return [
      ofList,
      SQLFunction(name: name(of: function), argumentCount: 1, isAggregate: true) {
        aggregate.apply(to: $0)
      },
    ]
  }

  /// Returns the name of a function of single values.
  static func name(of function: FetchFunction) -> String { "objectgraph_" + function.rawValue }

  /// Returns the name of an aggregate function of its arguments.
  static func listName(of function: FetchFunction) -> String { "objectgraph_list_" + function.rawValue }

  /// Returns the name of an aggregate function of a group of rows.
  ///
  /// SQLite's own sum fails on integer overflow, and its sum of real numbers depends on the order of the
  /// rows.
  static func groupName(of function: FetchFunction) -> String {
    switch function {
    case .sum, .average: name(of: function)
    default: function.rawValue
    }
  }

  /// Returns the name of the function that folds text by the options.
  static func fold(_ options: FetchPredicate.Options) -> String {
    switch options {
    case .caseInsensitive: "objectgraph_fold_case"
    case .diacriticInsensitive: "objectgraph_fold_diacritics"
    default: "objectgraph_fold"
    }
  }

  /// The name of the function that returns the sort key of the natural order.
  static let natural = "objectgraph_natural"
  /// The name of the function that tests for a prefix.
  static let begins = "objectgraph_begins"
  /// The name of the function that tests for a suffix.
  static let ends = "objectgraph_ends"
  /// The name of the function that tests a text against a LIKE pattern.
  static let like = "objectgraph_like"
  /// The name of the function that tests a text against a regular expression with some options.
  static let matches = "objectgraph_matches"
  /// The name of the function that raises a number to a power.
  static let power = "objectgraph_power"
}
