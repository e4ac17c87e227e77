internal import ObjectGraph

/// A function in Swift that a query calls in SQL; it depends on nothing but its arguments.
struct SQLFunction: Sendable {
  /// The name in SQL.
  let name: String
  /// How many arguments it takes; -1 for any number.
  let argumentCount: Int
  /// Whether it is called once for a group of rows, with the values of its one argument in all of them.
  var isAggregate = false
  /// The function; an argument is null, a number or text (bytes come as null), and so is a result.
  let body: @Sendable ([PropertyValue]) -> PropertyValue

  /// A function of text that gives text; of anything else it gives null.
  private static func text(_ name: String, _ body: @escaping @Sendable (String) -> String) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 1) { arguments in
      guard case .string(let text) = arguments.first else { return .null }
      return .string(body(text))
    }
  }

  /// A test of a text by another; with anything else it gives null.
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

  /// The functions that every connection has to know, to be registered as deterministic.
  ///
  /// They are the ones by which predicates and orders are evaluated in memory, so that both mean the same.
  static let all: [SQLFunction] =
    [
      text(fold([.caseInsensitive, .diacriticInsensitive])) {
        TextFolding.fold($0, [.caseInsensitive, .diacriticInsensitive])
      },
      text(fold(.caseInsensitive)) { TextFolding.fold($0, .caseInsensitive) },
      text(fold(.diacriticInsensitive)) { TextFolding.fold($0, .diacriticInsensitive) },
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
    ] + FetchFunction.allCases.flatMap(functions)

  /// What a function of expressions is called by in SQL: one of single values, or a pair of a function of the
  /// arguments and one of the rows of a group.
  private static func functions(_ function: FetchFunction) -> [SQLFunction] {
    guard function.isCollective else {
      return function == .now
        ? []
        : [
          SQLFunction(name: name(of: function), argumentCount: function.argumentCount) {
            PropertyValue.apply(function, to: $0)
          }
        ]
    }
    let ofList = SQLFunction(name: listName(of: function), argumentCount: -1) {
      PropertyValue.apply(function, toAll: $0)
    }
    guard function == .sum || function == .average else { return [ofList] }
    return [
      ofList,
      SQLFunction(name: name(of: function), argumentCount: 1, isAggregate: true) {
        PropertyValue.apply(function, toAll: $0)
      },
    ]
  }

  /// The name of a function of single values.
  static func name(of function: FetchFunction) -> String { "objectgraph_" + function.rawValue }

  /// The name of a function of many values that are its arguments.
  static func listName(of function: FetchFunction) -> String { "objectgraph_list_" + function.rawValue }

  /// The name of a function of the values in a group of rows.
  ///
  /// SQLite's own sum fails when whole numbers grow too large, and that of real ones depends on the order of the rows.
  static func groupName(of function: FetchFunction) -> String {
    switch function {
    case .sum, .average: name(of: function)
    default: function.rawValue
    }
  }

  /// The function that folds text as the options say; there must be one.
  static func fold(_ options: FetchPredicate.Options) -> String {
    switch options {
    case .caseInsensitive: "objectgraph_fold_case"
    case .diacriticInsensitive: "objectgraph_fold_diacritics"
    default: "objectgraph_fold"
    }
  }

  /// The function that gives the key of the natural order.
  static let natural = "objectgraph_natural"
  /// The function that says whether a text begins with another.
  static let begins = "objectgraph_begins"
  /// The function that says whether a text ends with another.
  static let ends = "objectgraph_ends"
  /// The function that says whether a text matches a pattern of LIKE.
  static let like = "objectgraph_like"
  /// The function that says whether a text matches a regular expression under some options.
  static let matches = "objectgraph_matches"
  /// The function that raises a number to a power.
  static let power = "objectgraph_power"
}
