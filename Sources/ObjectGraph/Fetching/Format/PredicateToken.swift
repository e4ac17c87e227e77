/// A word of a predicate's format.
enum PredicateToken: Hashable {
  /// A key path or a keyword.
  case name(String)
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
}

extension PredicateToken: CustomStringConvertible {
  /// The word as an error message names it.
  var description: String {
    switch self {
    case .name(let name): "\"\(name)\""
    case .text: "a text"
    case .number(let number): "\(number)"
    case .symbol(let symbol): "\"\(symbol)\""
    case .argument(let letters): "\"%\(letters)\""
    case .options(let options): "\"[\(options)]\""
    case .end: "the end"
    }
  }
}
