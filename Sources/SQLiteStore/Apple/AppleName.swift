/// A name in a file of Apple's that contains the number of an entity: `Z_23USERS1` of 23 and `USERS1`.
///
/// The tables and columns of many-to-many relationships have such names.
struct AppleName: Hashable {
  /// The number of the entity.
  let number: Int
  /// The name of a relationship in capitals, perhaps with digits that make it unique.
  let name: String

  /// Parses a name; `nil` if it has another form.
  init?(_ text: String) {
    guard text.hasPrefix("Z_") else { return nil }
    let rest = text.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), digits.count < rest.count else { return nil }
    self.number = number
    name = String(rest.dropFirst(digits.count))
  }

  /// The strength of a match with the name of a relationship of an entity, the strongest last.
  enum Match: Comparable {
    /// The number of the entity has changed since the name was given.
    case otherNumber
    /// Digits make the name unique.
    case numbered
    /// Exactly this name.
    case exact
  }

  /// Returns how well the name stands for a relationship; `nil` if it cannot.
  func match(_ number: Int, _ relationship: String) -> Match? {
    let wanted = relationship.uppercased()
    guard name.hasPrefix(wanted), name.dropFirst(wanted.count).allSatisfy({ $0.isASCII && $0.isNumber })
    else {
      return nil
    }
    guard number == self.number else { return .otherNumber }
    return name == wanted ? .exact : .numbered
  }
}
