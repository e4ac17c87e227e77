extension FetchExpression: CustomStringConvertible {
  /// The expression in the format language; values that it has no notation for are described.
  public var description: String {
    switch self {
    case .value(let value): Self.describe(value)
    case .values(let values): "{" + values.map(Self.describe).joined(separator: ", ") + "}"
    case .path(let path): path
    case .variable(let name): "$" + name
    case .list(let parts): "{" + parts.map(\.description).joined(separator: ", ") + "}"
    case .arithmetic(let operation, let left, let right): "(\(left) \(operation.rawValue) \(right))"
    case .function(let function, let arguments):
      "\(function.rawValue)(" + arguments.map(\.description).joined(separator: ", ") + ")"
    case .conditional(let condition, let then, let otherwise): "TERNARY(\(condition), \(then), \(otherwise))"
    case .subquery(let subquery): subquery.description
    }
  }

  private static func describe(_ value: PropertyValue) -> String {
    switch value {
    case .null: "NIL"
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .string(let text): quote(text)
    default: value.description
    }
  }

  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension FetchExpression.Subquery: CustomStringConvertible {
  /// The subquery in the format language.
  public var description: String {
    let members = "SUBQUERY(\(collection), $\(variable), \(predicate))"
    return valuePath.map { members + "." + $0 } ?? members
  }
}

extension FetchPredicate: CustomStringConvertible {
  /// The predicate in the format language; values that it has no notation for are described.
  public var description: String {
    switch self {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and(let parts): Self.join(parts, " AND ", empty: "TRUEPREDICATE")
    case .or(let parts): Self.join(parts, " OR ", empty: "FALSEPREDICATE")
    case .not(let part): "NOT (\(part))"
    case .comparison(let comparison): comparison.description
    }
  }

  private static func join(_ parts: [FetchPredicate], _ separator: String, empty: String) -> String {
    parts.isEmpty ? empty : parts.map { "(\($0))" }.joined(separator: separator)
  }
}

extension FetchPredicate.Comparison: CustomStringConvertible {
  /// The comparison in the format language.
  public var description: String {
    let letters =
      (options.contains(.caseInsensitive) ? "c" : "") + (options.contains(.diacriticInsensitive) ? "d" : "")
    let word = operation.word + (letters.isEmpty ? "" : "[\(letters)]")
    return "\(quantifier.word)\(left) \(word) \(right)"
  }
}

extension FetchPredicate.Quantifier {
  fileprivate var word: String {
    switch self {
    case .one: ""
    case .any: "ANY "
    case .all: "ALL "
    case .none: "NONE "
    }
  }
}

extension FetchPredicate.Operation {
  fileprivate var word: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .between: "BETWEEN"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    case .matches: "MATCHES"
    }
  }
}
