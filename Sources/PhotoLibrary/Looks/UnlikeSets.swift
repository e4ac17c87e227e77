import ObjectGraph

/// The photos that the user said are not alike.
struct UnlikeSets: Sendable {
  /// The numbers of the sets that a photo is in, by its Flickr ID.
  private var numbers: [String: Set<Int>] = [:]

  /// Creates the sets of their stored forms.
  init(_ texts: [String]) {
    for (number, text) in texts.enumerated() {
      for id in text.split(separator: "\n") { numbers[String(id), default: []].insert(number) }
    }
  }

  /// Creates the sets of a context.
  init(in context: ManagedObjectContext) throws {
    self.init(try context.fetch(FetchRequest<UnlikePhotos>()).map(\.ids))
  }

  /// Returns a Boolean value that indicates whether two photos are in one set.
  func separate(_ one: String, _ other: String) -> Bool {
    guard let first = numbers[one], let second = numbers[other] else { return false }
    return !first.isDisjoint(with: second)
  }
}
