import ObjectGraph

/// The photos that the user said are not alike.
struct UnlikeSets: Sendable {
  /// The numbers of the sets that a photo is in, by its Flickr ID.
  private var numbers: [String: Set<Int>] = [:]
  private var count = 0

  /// Creates the sets of their stored forms.
  init(_ texts: [String]) {
    for text in texts { insert(text.split(separator: "\n").map(String.init)) }
  }

  /// Adds a set.
  mutating func insert(_ ids: [String]) {
    for id in ids { numbers[id, default: []].insert(count) }
    count += 1
  }

  /// Creates the sets of a context.
  init(in context: ManagedObjectContext) throws {
    self.init(try context.fetch(FetchRequest<UnlikePhotos>()).map(\.ids))
  }

  /// Returns the numbers of the sets that a photo is in: two photos with a common one are not alike.
  func numbers(of id: String) -> Set<Int> { numbers[id] ?? [] }
}
