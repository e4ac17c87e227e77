/// Photos that the user said are not alike, by their Flickr IDs.
struct Separation: Hashable, Sendable {
  /// The photos that are not like each other, nor like the others.
  var photos: [String]
  /// The photos that are not like those, and can be like each other.
  var others: [String] = []

  /// Returns a Boolean value that indicates whether it is about at least two of some photos.
  func separates(_ ids: Set<String>) -> Bool {
    [photos, others].joined().lazy.filter(ids.contains).prefix(2).count == 2
  }
}

extension Separation {
  /// Reads a stored form.
  init(text: String) {
    let lines = text.split(separator: "\n")
    photos = lines.filter { $0.first != Self.mark }.map(String.init)
    others = lines.filter { $0.first == Self.mark }.flatMap { $0.split(separator: Self.mark) }
      .map(String.init)
  }

  /// The stored form: a line for each of the photos, and one for all others, which begins with a tab, as each of them does.
  ///
  /// Programs that know no others take their line for one photo, which the library does not have.
  var text: String {
    let lines = others.isEmpty ? photos : photos + [others.map { "\(Self.mark)\($0)" }.joined()]
    return lines.joined(separator: "\n")
  }

  /// The beginning of each of the others; no Flickr ID contains it.
  private static let mark: Character = "\t"
}
