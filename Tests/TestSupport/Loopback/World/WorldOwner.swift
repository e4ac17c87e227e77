/// An owner of photos.
public struct WorldOwner: Hashable, Sendable {
  /// The Flickr ID of the owner: `70000005@N05`.
  public let id: String
  /// The displayed name, which is not unique.
  public let name: String
  /// The name in URLs; `nil` if the owner has not chosen one.
  public let alias: String?
  /// The real name, which is often empty.
  let realName: String
  let location: String
}

extension PhotoWorld {
  private static let firstOwner = 70_000_000

  /// Returns the owner with a number; number 0 has the most photos.
  public func owner(number: Int) -> WorldOwner {
    let random = random(number, 20)
    let (given, family) = ownerNames(random)
    let alias = random / 100_000 % 7 < 3 ? nil : "\(Vocabulary.normalized(given + family))_\(number)"
    return WorldOwner(
      id: "\(Self.firstOwner + number)@N0\(number % 9)", name: ownerName(number), alias: alias,
      realName: random / 1_000_000 % 2 == 0 ? "\(given) \(family)" : "",
      location: random / 1_000_000 % 3 == 0 ? Vocabulary.cities[random % Vocabulary.cities.count].name : "")
  }

  private func ownerNames(_ random: Int) -> (given: String, family: String) {
    let given = Vocabulary.givenNames[random % Vocabulary.givenNames.count]
    return (given, Vocabulary.familyNames[random / 100 % Vocabulary.familyNames.count])
  }

  private func ownerName(_ number: Int) -> String {
    let random = random(number, 20)
    let (given, family) = ownerNames(random)
    return switch random / 10_000 % 8 {
    case 0: "@\(given.lowercased())-\(number)"
    case 1: given
    case 2: "✨\(given) \(family)™"
    case 3: "\(given.uppercased())."
    default: "\(given) \(family) \(number)"
    }
  }

  /// Returns the number of the owner with an ID.
  func ownerNumber(id: String) -> Int? {
    guard let whole = Int(id.prefix { $0 != "@" }), whole >= Self.firstOwner else { return nil }
    let number = whole - Self.firstOwner
    return number < ownerCount && owner(number: number).id == id ? number : nil
  }

  /// Returns the number of the owner with a name in URLs or an ID.
  func ownerNumber(alias: String) -> Int? {
    if let number = ownerNumber(id: alias) { return number }
    guard let number = alias.split(separator: "_").last.flatMap({ Int($0) }),
      (0..<ownerCount).contains(number)
    else {
      return nil
    }
    return owner(number: number).alias == alias ? number : nil
  }

  /// Returns the number of the first owner with a displayed name, ignoring case.
  func ownerNumber(name: String) -> Int? {
    let wanted = name.lowercased()
    return (0..<ownerCount).first { ownerName($0).lowercased() == wanted }
  }
}
