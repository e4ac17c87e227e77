/// A country, or a state of a country, by which towns of one name are distinguished.
public struct TownRegion: Hashable, Sendable {
  /// The usual name: `Portugal`, `Texas`.
  public let name: String
  /// The name with that of the country: `Portugal`, `Texas, United States`.
  public let fullName: String
  /// The names and the codes of region and country, as ``TownKey`` makes them.
  private let keys: [String]

  /// Creates a region.
  ///
  /// - Parameters:
  ///   - code: The code of the country, and behind a hyphen that of the state.
  ///   - names: The names of the state, if it is one, and those of the country, each with the usual one first.
  init?(code: Substring, names: [[Substring]]) {
    let usual = names.compactMap(\.first)
    guard let name = usual.first, usual.count == names.count else { return nil }
    (self.name, fullName) = (String(name), usual.joined(separator: ", "))
    let all = Array(names.joined()) + code.split(separator: "-")
    keys = all.map { TownKey.make(String($0)) }
  }

  /// The key of the usual name.
  var key: String { keys[0] }

  /// Returns a Boolean value that indicates whether a key is that of a name or a code of the region or its country.
  func has(_ key: String) -> Bool { keys.contains(key) }
}
