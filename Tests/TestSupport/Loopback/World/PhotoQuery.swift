/// A query for photos of a world with their order: the parsed arguments of `photos.search`.
struct PhotoQuery: Hashable, Sendable {
  enum Order: Hashable, Sendable {
    case posted, taken, interest
    case distance(latitude: Double, longitude: Double)
  }

  /// A bounding box: west, south, east, north.
  struct Box: Hashable, Sendable {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    func contains(_ place: (latitude: Double, longitude: Double)) -> Bool {
      (south...max(south, north)).contains(place.latitude)
        && (west <= east
          ? (west...east).contains(place.longitude) : place.longitude >= west || place.longitude <= east)
    }
  }

  /// A word of a search, with bits for the vocabulary words that contain it.
  struct Word: Hashable, Sendable {
    var adjectives: UInt64
    var nouns: UInt64
    var tags: UInt64
    var isExcluded = false
  }

  var owners: Set<Int>?
  /// The number of an album of the only owner.
  var album: Int?
  /// The number of a group whose pool contains the photos.
  var group: Int?
  var words: [Word] = []
  /// The tags that photos must all have, as bits.
  var allTags: UInt64 = 0
  var anyTags: UInt64 = 0
  var noTags: UInt64 = 0
  /// A Boolean value that indicates whether the query contains a word or tag that no photo has.
  var isImpossible = false
  var licenses: Set<Int>?
  var box: Box?
  var hasPlace: Bool?
  var isVideo: Bool?
  var uploaded = Int.min...Int.max
  var taken = Int.min...Int.max
  var order = Order.posted
  var isAscending = false

  /// A Boolean value that indicates whether the query is geographic: then a page has at most 250 photos.
  var isGeographic: Bool { box != nil || hasPlace == true }

  /// Returns the indices of the photos, in order.
  ///
  /// - Complexity: O(*n*) in the number of photos; unless ordered by upload, also O(*m* log *m*) in the
  ///   number of results.
  func results(in world: PhotoWorld) -> [Int32] {
    guard !isImpossible else { return [] }
    let range = world.indices(uploaded: uploaded)
    let found = range.filter { matches($0, world) }.map(Int32.init)
    return sorted(found, world)
  }

  private func matches(_ index: Int, _ world: PhotoWorld) -> Bool {
    if let owners, !owners.contains(world.owner(index)) { return false }
    if let album, !world.isInAlbum(index, album) { return false }
    if let group, !world.isInPool(index, group) { return false }
    if let licenses, !licenses.contains(world.license(index)) { return false }
    if let isVideo, isVideo != world.isVideo(index) { return false }
    if taken != Int.min...Int.max, !taken.contains(world.taken(index)) { return false }
    return matchesTags(index, world) && matchesWords(index, world) && matchesPlace(index, world)
      && world.isThere(index)
  }

  private func matchesTags(_ index: Int, _ world: PhotoWorld) -> Bool {
    guard allTags | anyTags | noTags != 0 else { return true }
    let bits = world.tagBits(index)
    return bits & allTags == allTags && (anyTags == 0 || bits & anyTags != 0) && bits & noTags == 0
  }

  private func matchesWords(_ index: Int, _ world: PhotoWorld) -> Bool {
    guard !words.isEmpty else { return true }
    let tags = world.tagBits(index)
    let title = world.titleWords(index)
    return words.allSatisfy { word in
      let isInTitle =
        title.map {
          word.adjectives & 1 << UInt64($0.adjective) != 0 || word.nouns & 1 << UInt64($0.noun) != 0
        } ?? false
      return (isInTitle || word.tags & tags != 0) != word.isExcluded
    }
  }

  private func matchesPlace(_ index: Int, _ world: PhotoWorld) -> Bool {
    guard box != nil || hasPlace != nil else { return true }
    let place = world.place(index)
    if let hasPlace, hasPlace != (place != nil) { return false }
    guard let box else { return true }
    return place.map(box.contains) ?? false
  }

  private func sorted(_ found: [Int32], _ world: PhotoWorld) -> [Int32] {
    let keyed: [(key: Double, index: Int32)]
    switch order {
    case .posted: return isAscending ? found : found.reversed()
    case .taken: keyed = found.map { (Double(world.taken(Int($0))), $0) }
    case .interest: keyed = found.map { (Double(world.interest(Int($0))), $0) }
    case .distance(let latitude, let longitude):
      keyed = found.map { index in
        guard let place = world.place(Int(index)) else { return (.infinity, index) }
        let (north, east) = (place.latitude - latitude, place.longitude - longitude)
        return (-(north * north + east * east), index)
      }
    }
    let sorted = keyed.sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.index)
    return isAscending ? sorted : sorted.reversed()
  }
}

extension PhotoWorld {
  /// Returns the photos with upload times in a range, by binary search: the upload time increases with the
  /// index.
  func indices(uploaded range: ClosedRange<Int>) -> Range<Int> {
    func first(_ isIn: (Int) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if isIn(middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first { uploaded($0) >= range.lowerBound }
    return start..<max(start, first { uploaded($0) > range.upperBound })
  }
}
