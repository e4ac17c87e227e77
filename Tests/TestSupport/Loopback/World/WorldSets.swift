/// The collections of photos: albums, groups, galleries, favorites.
extension PhotoWorld {
  /// A collection of photos with an owner.
  struct Gathering: Sendable {
    let id: String
    let title: String
    let owner: Int
    /// The indices of the photos, in order.
    let photos: [Int]
  }

  private static let firstAlbum = 72_157_600_000_000_000

  /// Returns the number of albums of an owner.
  func albumCount(of owner: Int) -> Int { random(owner, 40) % 4 + (owner == 0 ? 2 : 0) }

  func albumID(_ number: Int, of owner: Int) -> String {
    String(Self.firstAlbum + owner * 10 + number)
  }

  /// Returns the owner and the number of an album.
  func album(_ id: String) -> (owner: Int, number: Int)? {
    guard let whole = Int(id), whole >= Self.firstAlbum else { return nil }
    let (owner, number) = (whole - Self.firstAlbum).quotientAndRemainder(dividingBy: 10)
    return owner < ownerCount && number < albumCount(of: owner) ? (owner, number) : nil
  }

  /// Returns whether an album contains a photo; an album has a share of its owner's photos, the oldest first.
  func isInAlbum(_ index: Int, _ number: Int) -> Bool { random(index, 41) % 5 == number }

  func albumTitle(_ number: Int, of owner: Int) -> String {
    let random = random(owner * 10 + number, 42)
    return "\(Vocabulary.adjectives[random % Vocabulary.adjectives.count]) days \(number + 1)"
  }

  /// Returns random photos of a gallery or of favorites, without repetition.
  private func drawn(_ count: Int, _ key: Int, _ salt: UInt64) -> [Int] {
    guard self.count > 0 else { return [] }
    var seen: Set<Int> = []
    return (0..<count).compactMap { number in
      let index = random(key &* 1_000 &+ number, salt) % initialCountOrOne
      return seen.insert(index).inserted && isThere(index) ? index : nil
    }
  }

  private var initialCountOrOne: Int { max(1, initialCount) }

  /// Returns the favorites of an owner; number 0 has many.
  func favorites(of owner: Int) -> [Int] {
    drawn(owner == 0 ? 600 : random(owner, 43) % 40, owner, 44).filter { self.owner($0) != owner }
  }

  /// Returns the number of galleries of an owner, at most two.
  func galleryCount(of owner: Int) -> Int { owner == 0 ? 2 : random(owner, 45) % 3 }

  func galleryID(_ number: Int, of owner: Int) -> String {
    "\(6_000_000 + owner)-\(72_157_700_000_000_000 + owner * 10 + number)"
  }

  /// Returns a gallery by its full ID, or by the part of it in URLs.
  func gallery(_ id: String) -> Gathering? {
    guard let code = id.split(separator: "-").last.flatMap({ Int($0) }) else { return nil }
    let key = code - 72_157_700_000_000_000
    let (owner, number) = (key / 10, key % 10)
    guard key >= 0, owner < ownerCount, number < galleryCount(of: owner) else { return nil }
    return Gathering(
      id: galleryID(number, of: owner), title: "Chosen \(number + 1)", owner: owner,
      photos: drawn(10 + random(key, 46) % 40, key, 47))
  }

  static func groupID(_ number: Int) -> String { "\(1_000 + number)@N2\(number)" }

  /// Returns the number of a group by its ID or its name in URLs.
  func group(_ name: String) -> Int? {
    Vocabulary.groups.indices.first { Self.groupID($0) == name || Vocabulary.groups[$0].alias == name }
  }

  /// Returns whether the pool of a group contains a photo; it has half of the photos with its tag.
  func isInPool(_ index: Int, _ group: Int) -> Bool {
    tagBits(index) & 1 << UInt64(Vocabulary.groups[group].tag) != 0 && random(index, 48) % 2 == 0
  }

  /// Returns the Explore photos of a day: at most 500 positions, some of them empty.
  func interesting(day: Int) -> [Int?] {
    let range = indices(uploaded: Int.min...(day * 86_400 + 86_399))
    guard !range.isEmpty else { return [] }
    var seen: Set<Int> = []
    return (0..<min(500, range.count)).map { number in
      let index = random(day &* 1_000 &+ number, 49) % range.count
      return seen.insert(index).inserted && isThere(index) ? index : nil
    }
  }
}
