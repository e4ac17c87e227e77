/// The arguments of a command: options with values, and the rest.
struct Arguments {
  private(set) var rest: [String]
  private let usage: String

  init(_ arguments: [String], usage: String) {
    rest = arguments
    self.usage = usage
  }

  func contains(_ name: String) -> Bool { rest.contains(name) }

  /// Removes an option and returns its value.
  ///
  /// - Throws: A ``Refusal`` with the usage if it is missing.
  mutating func option(_ name: String) throws -> String {
    guard let index = rest.firstIndex(of: name), index + 1 < rest.count else { throw Refusal(usage) }
    defer { rest.removeSubrange(index...index + 1) }
    return rest[index + 1]
  }
}
