/// What is wrong with an XML file, and where.
struct XMLError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1 on.
  let line: Int
  let reason: String

  var description: String { "\(reason) in line \(line)" }
}
