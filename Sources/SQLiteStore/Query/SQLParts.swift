internal import ObjectStore

/// The state that all parts of a query share while it is written.
final class SQLParts {
  /// The values of the parameters, in the order in which they are written.
  private(set) var bindings: [PropertyValue] = []
  private var aliasCount = 0

  /// Adds a parameter for a value and returns its placeholder.
  func parameter(_ value: PropertyValue) -> String {
    bindings.append(value)
    return "?"
  }

  /// Adds parameters for values and returns their placeholders, separated by commas.
  ///
  /// - Precondition: There is a value.
  func parameters(_ values: [PropertyValue]) -> String {
    bindings += values
    return String(repeating: "?, ", count: values.count - 1) + "?"
  }

  /// Returns an unused alias for a table.
  func newAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }
}
