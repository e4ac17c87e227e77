public import ObjectModel

/// One column of the dictionaries of a ``DictionaryRequest``.
public struct FetchedColumn: Hashable, Sendable {
  /// The key of the values in the dictionaries.
  public var name: String
  /// The expression of the values.
  public var expression: FetchExpression

  /// Names the values of an expression.
  public init(_ name: String, _ expression: FetchExpression) {
    self.name = name
    self.expression = expression
  }

  /// Makes a column of the values at a key path, named by the path.
  public init(_ path: String) { self.init(path, .path(path)) }

  /// Makes a named column of an aggregate function over an expression in all rows of a group.
  public init(_ name: String, _ function: FetchFunction, of expression: FetchExpression = .path("SELF")) {
    self.init(name, .function(function, [expression]))
  }
}
