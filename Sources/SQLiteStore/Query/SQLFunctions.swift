internal import ObjectGraph

/// A function in Swift that a query calls in SQL; it depends on nothing but its arguments.
struct SQLFunction: Sendable {
  /// The name in SQL.
  let name: String
  /// How many arguments it takes.
  let argumentCount: Int
  /// The function; an argument is null, a number or text (bytes come as null), a result null, a whole number
  /// or text.
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
  static let all: [SQLFunction] = [
    text(fold([.caseInsensitive, .diacriticInsensitive])) {
      TextFolding.fold($0, [.caseInsensitive, .diacriticInsensitive])
    },
    text(fold(.caseInsensitive)) { TextFolding.fold($0, .caseInsensitive) },
    text(fold(.diacriticInsensitive)) { TextFolding.fold($0, .diacriticInsensitive) },
    text(natural) { FetchOrder.Comparison.natural.key(of: $0) },
    test(begins) { TextSearch.begins($0, $1) },
    test(ends) { TextSearch.ends($0, $1) },
    test(like) { TextPattern($1).matches($0) },
  ]

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
}
