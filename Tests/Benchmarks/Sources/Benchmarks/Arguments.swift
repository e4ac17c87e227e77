/// The arguments of a command: options with values, and the rest.
struct Arguments {
  private(set) var rest: [String]
  private let usage: String

  init(_ arguments: [String], usage: String) {
    rest = arguments
    self.usage = usage
  }

  /// Removes an option and returns its value.
  ///
  /// - Throws: A ``Refusal`` with the usage if it is missing.
  mutating func option(_ name: String) throws -> String {
    guard let index = rest.firstIndex(of: name), index + 1 < rest.count else { throw Refusal(usage) }
    defer { rest.removeSubrange(index...index + 1) }
    return rest[index + 1]
  }

  /// Removes an option, if it is there, and returns its number.
  ///
  /// - Throws: A ``Refusal`` with the usage if it has no number.
  mutating func number(_ name: String) throws -> Int? {
    guard rest.contains(name) else { return nil }
    guard let number = Int(try option(name)) else { throw Refusal(usage) }
    return number
  }
}
