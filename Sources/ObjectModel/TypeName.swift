/// Names of types.
package enum TypeName {
  /// Returns the name of a type without its module and enclosing types.
  ///
  /// `String(describing:)` returns the same, but first searches all conformances of the program three times for
  /// protocols that a type might describe itself by.
  package static func of(_ type: Any.Type) -> String { "\(type)" }
}
