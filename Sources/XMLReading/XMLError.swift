/// An error in an XML file, with its location.
package struct XMLError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1 on.
  let line: Int
  let reason: String

  package var description: String { "\(reason) in line \(line)" }
}
