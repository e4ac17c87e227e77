/// A key path with the place at which it begins.
package struct RootedPath {
  /// The variable of the subquery whose member it begins at; nil for the object that is asked for.
  package let variable: String?
  /// The path from there on.
  package let path: String

  /// Takes a path apart.
  package init(_ path: String) {
    guard path.utf8.first == UInt8(ascii: "$") else {
      variable = nil
      self.path = path
      return
    }
    let name = path.dropFirst().prefix { $0 != "." }
    let rest = path.dropFirst(name.count + 2)
    variable = String(name)
    self.path = rest.isEmpty ? "SELF" : String(rest)
  }
}
