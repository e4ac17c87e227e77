public import ObjectModel

/// A statement that a store runs for a query, and the plan by which it finds the rows.
public struct QueryExplanation: Hashable, Sendable {
  /// The statement in the language of the store, with a `?` for each value.
  public var statement: String
  /// The values of the statement, in the order of its parameters.
  public var values: [PropertyValue]
  /// The steps of the plan, in the words of the store: for SQLite, the rows of `EXPLAIN QUERY PLAN`, indented by depth.
  public var steps: [String]

  /// Makes an explanation.
  public init(statement: String, values: [PropertyValue], steps: [String]) {
    self.statement = statement
    self.values = values
    self.steps = steps
  }
}

extension QueryExplanation: CustomStringConvertible {
  /// The statement and its plan, in a line for each step.
  public var description: String { ([statement] + steps.map { "  " + $0 }).joined(separator: "\n") }
}
