/// A word of a predicate's format.
enum PredicateToken: Hashable {
  /// A key path, a keyword or the name of a function.
  case name(String)
  /// A variable, without the dollar sign, with the path that follows it.
  case variable(String)
  /// A path that follows a closing parenthesis, without its first point.
  case continuation(String)
  /// A quoted text, without its quotes and with its escapes resolved.
  case text(String)
  /// A number.
  case number(PropertyValue)
  /// An operator or bracket.
  case symbol(String)
  /// `%@`, `%K` or one for a number, by the letters behind the per cent sign.
  case argument(String)
  /// The options of an operator, as `[cd]`, without the brackets.
  case options(String)
  /// The end of the format.
  case end

  /// A Boolean value that indicates whether a value ends with this token, so that a following minus is a
  /// subtraction.
  var endsValue: Bool {
    switch self {
    case .name(let name):
      !PredicateParser.reserved.subtracting(PredicateParser.constants).contains(
        name.uppercased())
    case .variable, .continuation, .text, .number, .argument, .symbol(")"), .symbol("}"): true
    case .symbol, .options, .end: false
    }
  }
}

extension PredicateToken: CustomStringConvertible {
  /// The word as an error message names it.
  var description: String {
    switch self {
    case .name(let name): "\"\(name)\""
    case .variable(let name): "\"$\(name)\""
    case .continuation(let path): "\".\(path)\""
    case .text: "a text"
    case .number(let number): "\(number)"
    case .symbol(let symbol): "\"\(symbol)\""
    case .argument(let letters): "\"%\(letters)\""
    case .options(let options): "\"[\(options)]\""
    case .end: "the end"
    }
  }
}
