extension Towns {
  /// Returns the largest town with a name, whatever its capitals, diacritics and hyphens.
  ///
  /// - Parameter text: A name, such as `lisboa`. Behind commas may follow names or codes of its region and of its country, as in
  ///   `Paris, Texas`, `Paris, US` and `Paris, TX, USA`.
  /// - Complexity: O(*n*) in the number of towns.
  public func town(named text: String) -> Town? {
    var parts = text.split(separator: ",").map { TownKey.make(String($0)) }
    guard !parts.isEmpty else { return nil }
    let key = parts.removeFirst()
    return names.first { name in
      name.key == key && parts.allSatisfy { towns[name.town].region.has($0) }
    }.map { towns[$0.town] }
  }

  /// A name that begins as a text does, and stands for a town.
  public struct Completion: Hashable, Sendable {
    /// The name, with that of the region if it would stand for another town without it.
    public let text: String
    /// The region of the town: `Texas, United States`.
    public let region: String
  }

  /// Returns names that begin with a text, those of the largest towns first.
  ///
  /// - Parameters:
  ///   - text: The beginning of a name, or a name with the beginning of that of the region behind a comma.
  ///   - limit: The highest number of names.
  /// - Complexity: O(*n*) in the number of towns.
  public func completions(of text: String, limit: Int) -> [Completion] {
    let key = TownKey.make(text)
    let isOfRegion = text.contains(",")
    var (keys, texts): (Set<String>, Set<String>) = ([], [])
    var completions: [Completion] = []
    for name in names where completions.count < limit {
      let town = towns[name.town]
      let isMatch =
        isOfRegion
        ? key.hasPrefix(name.key) && (name.key + town.region.key).hasPrefix(key) : name.key.hasPrefix(key)
      guard isMatch else { continue }
      let isLargest = keys.insert(name.key).inserted
      let full = isLargest && !isOfRegion ? name.text : "\(name.text), \(town.region.name)"
      guard texts.insert(full).inserted else { continue }
      completions.append(Completion(text: full, region: town.region.fullName))
    }
    return completions
  }
}
