extension FetchPredicate {
  /// Reads a predicate from a format, as `"title CONTAINS[cd] %@ AND photographer == %@"`.
  ///
  /// The language is that of Apple's `NSPredicate`, keywords in any case:
  ///
  /// - `=` `==` `!=` `<>` `<` `<=` `>` `>=`, `BETWEEN {1, 2}`, `IN {1, 2}`, and for text `CONTAINS`,
  ///   `BEGINSWITH`, `ENDSWITH`, `LIKE`, `MATCHES`; each may be followed by `[c]`, `[d]` or `[cd]`, see ``Options``.
  /// - `AND` `&&`, `OR` `||`, `NOT` `!`, parentheses, `TRUEPREDICATE`, `FALSEPREDICATE`.
  /// - On the left, `ANY` (`SOME`), `ALL` or `NONE` with a path through a to-many relationship, or an expression;
  ///   on the right an expression. `x IN path` and `path CONTAINS x` look for a value in a to-many relationship.
  ///
  /// An expression is a quoted text, a number, `TRUE` `YES` `FALSE` `NO`, `NULL` `NIL`, a key path, `SELF`, a
  /// `$variable` (``substituting(_:)``), an argument (`%@` for a value or an array, `%d` and `%f` for a number,
  /// `%K` for a key path), or is made of others:
  ///
  /// - `+ - * / **` and parentheses; `**` is read from the right.
  /// - ``FetchFunction`` by name, as `lowercase(title)`, `modulus(size, 2)`, `now()`, or in Apple's spelling with
  ///   colons, as `lowercase:(title)`, `modulus:by:(size, 2)`, `divide:by:(a, b)`, or as
  ///   `FUNCTION(title, "lowercase:")`.
  /// - `sum`, `average`, `min`, `max` and `count` of a list, several arguments or a path through a to-many
  ///   relationship, as `photos.@count`, `photos.@sum.size`, `sum(photos.size)`, `max({width, height})`.
  /// - `SUBQUERY(photos, $p, $p.size > 3).@count`, also with `@sum.size` and the like; a path in it that does not begin
  ///   with the variable begins at the object that is asked for.
  /// - `TERNARY(predicate, expression, expression)`.
  ///
  /// Throws where and why the format can not be read; names are checked when it is used (``validate(for:in:)``).
  public init(_ format: String, _ arguments: any FetchArgument...) throws(PredicateSyntaxError) {
    try self.init(format, arguments: arguments)
  }

  /// Reads a predicate from a format and an array of arguments.
  public init(_ format: String, arguments: [any FetchArgument]) throws(PredicateSyntaxError) {
    var parser = try PredicateParser(format, arguments)
    self = try parser.parse()
  }

  /// Reads a predicate in which paths can begin at variables that stand for `objects`.
  init(_ format: String, objects: [String]) throws(PredicateSyntaxError) {
    var parser = try PredicateParser(format, [], objects: objects)
    self = try parser.parse()
  }
}
