extension FetchPredicate {
  /// Reads a predicate from a format, as `"title CONTAINS[cd] %@ AND photographer == %@"`.
  ///
  /// The language is that of Apple's `NSPredicate`, keywords in any case:
  ///
  /// - `=` `==` `!=` `<>` `<` `<=` `>` `>=`, `BETWEEN {1, 2}`, `IN {1, 2}`, and for text `CONTAINS`,
  ///   `BEGINSWITH`, `ENDSWITH`, `LIKE`; each may be followed by `[c]`, `[d]` or `[cd]`, see ``Options``.
  /// - `AND` `&&`, `OR` `||`, `NOT` `!`, parentheses, `TRUEPREDICATE`, `FALSEPREDICATE`.
  /// - On the left a key path, `SELF`, or `ANY` (`SOME`), `ALL` or `NONE` with a path through a to-many
  ///   relationship. On the right a quoted text, a number, `TRUE` `YES` `FALSE` `NO`, `NULL` `NIL`, a key
  ///   path, or an argument: `%@` for a value or an array, `%d` and `%f` for a number, `%K` for a key path.
  ///
  /// `MATCHES`, arithmetic, functions, subqueries and variables are refused. Throws where and why the format
  /// can not be read; names are checked when it is used (``validate(for:in:)``).
  public init(_ format: String, _ arguments: any FetchArgument...) throws(PredicateSyntaxError) {
    try self.init(format, arguments: arguments)
  }

  /// Reads a predicate from a format and an array of arguments.
  public init(_ format: String, arguments: [any FetchArgument]) throws(PredicateSyntaxError) {
    var parser = try PredicateParser(format, arguments)
    self = try parser.parse()
  }
}
