import ObjectGraph
import PictureLooks

/// The photos that the user said are not alike.
struct UnlikeSets: Sendable {
  /// The sets that a photo is in, and those that it is apart from, by its Flickr ID.
  private var sets: [String: LookSets] = [:]
  /// The number of sets.
  private var count = 0

  /// Creates the sets of separations.
  init(_ separations: [Separation]) {
    for separation in separations { insert(separation) }
  }

  /// Adds the sets of a separation.
  mutating func insert(_ separation: Separation) {
    let photos = addSet(of: separation.photos)
    for id in separation.photos { sets[id]?.apart.insert(photos) }
    guard !separation.others.isEmpty else { return }
    let others = addSet(of: separation.others)
    for id in separation.photos { sets[id]?.apart.insert(others) }
    for id in separation.others { sets[id]?.apart.insert(photos) }
  }

  /// Adds a set of photos, and returns its number.
  private mutating func addSet(of ids: [String]) -> Int {
    defer { count += 1 }
    for id in ids { sets[id, default: LookSets()].own.insert(count) }
    return count
  }

  /// Creates the sets of a context.
  ///
  /// Makes no objects: earlier versions stored each two of many photos.
  ///
  /// - Parameter ids: The Flickr IDs of the photos that are compared; `nil` for all.
  /// - Throws: Errors of the store.
  init(in context: ManagedObjectContext, of ids: Set<String>? = nil) throws {
    let separations = try context.fetchValues(FetchRequest<UnlikePhotos>())
      .map { Separation(text: $0[UnlikePhotos.ids]) }
    self.init(ids.map { ids in separations.filter { $0.separates(ids) } } ?? separations)
  }

  /// Returns the sets that a photo is in, and those that it is apart from.
  subscript(id: String) -> LookSets { sets[id] ?? LookSets() }
}
