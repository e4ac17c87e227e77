/// A generated Flickr: photos, their owners, and their collections, the same for the same seed.
///
/// Photos are not stored: all properties are computed from the index, so that a world of a million photos
/// costs nothing until it is searched. Index 0 is the oldest photo; uploads are appended.
public struct PhotoWorld: Sendable {
  /// The seed that determines all values.
  public let seed: UInt64
  /// The number of photos at the start.
  public let initialCount: Int
  /// The current number of photos, including deleted ones.
  public private(set) var count: Int
  /// The IDs of deleted photos.
  public private(set) var deleted: Set<String> = []
  /// The photos that differ from their generated values, by ID.
  public private(set) var changed: [String: LoopbackPhoto] = [:]
  /// The version of what queries find, which uploads and deletions increment.
  private(set) var version = 0
  /// The number of owners.
  let ownerCount: Int
  private let step: Int

  /// The upload time of the newest photo of a new world, which is the current time of the world.
  static let present = 1_764_547_200
  static let firstID = 53_000_000_000
  /// The maximum age of the oldest photo in seconds.
  private static let span = 3 * 365 * 86_400

  /// Creates a world with a number of photos.
  public init(photos count: Int = 1_000, seed: UInt64 = 1) {
    self.seed = seed
    initialCount = max(0, count)
    self.count = initialCount
    ownerCount = max(3, initialCount / 12)
    step = max(1, Self.span / max(1, initialCount))
  }

  /// Uploads photos, which become the newest.
  public mutating func upload(_ photos: Int) {
    count += max(0, photos)
    version += 1
  }

  /// Deletes a photo: its ID is no longer found, and its pictures no longer exist.
  public mutating func delete(_ id: String) {
    deleted.insert(id)
    version += 1
  }

  /// Changes a photo in all responses; queries still use its generated values.
  public mutating func change(_ id: String, _ change: (inout LoopbackPhoto) -> Void) {
    guard let index = index(of: id) else { return }
    var photo = photo(index)
    change(&photo)
    changed[id] = photo
  }

  /// Returns a random number for an index; `salt` distinguishes the properties.
  func random(_ index: Int, _ salt: UInt64) -> Int {
    var generator = SeededGenerator(
      seed: seed &+ UInt64(bitPattern: Int64(index)) &* 0x2545_F491_4F6C_DD1D ^ salt << 40)
    return Int(generator.next() >> 2)
  }
}

extension PhotoWorld {
  /// Returns the ID of the photo at an index.
  public func id(_ index: Int) -> String { String(Self.firstID + index * 3) }

  /// Returns the index of the photo with an ID, or `nil` if there is none or it was deleted.
  public func index(of id: String) -> Int? {
    guard let number = Int(id), number >= Self.firstID, (number - Self.firstID).isMultiple(of: 3) else {
      return nil
    }
    let index = (number - Self.firstID) / 3
    return index < count && !deleted.contains(id) ? index : nil
  }

  /// The IDs of all photos, the newest first.
  public var ids: [String] {
    (0..<count).reversed().map(id).filter { !deleted.contains($0) }
  }

  func isThere(_ index: Int) -> Bool { deleted.isEmpty || !deleted.contains(id(index)) }

  /// Returns the upload time in seconds since 1970, which increases with the index.
  func uploaded(_ index: Int) -> Int {
    Self.present - (initialCount - 1 - index) * step - random(index, 1) % step
  }

  /// Returns the time taken, local to the owner, as if it were UTC.
  func taken(_ index: Int) -> Int {
    let delay = random(index, 2)
    if isTakenUnknown(index) { return uploaded(index) }
    return uploaded(index) - (delay % 10 == 0 ? delay % (20 * 365 * 86_400) : delay % (30 * 86_400))
  }

  func isTakenUnknown(_ index: Int) -> Bool { random(index, 3) % 40 == 0 }

  /// Returns the owner of a photo: few owners have many photos, and many owners have few.
  func owner(_ index: Int) -> Int {
    let fraction = Double(random(index, 4) % 1_000_000) / 1_000_000
    return min(ownerCount - 1, Int(fraction * fraction * Double(ownerCount)))
  }

  /// Returns the license of a photo: half have all rights reserved, the others vary.
  func license(_ index: Int) -> Int {
    let number = random(index, 5)
    return number.isMultiple(of: 2) ? 0 : number / 2 % 17
  }

  /// Returns the interestingness of a photo.
  func interest(_ index: Int) -> Int { random(index, 6) }

  func isVideo(_ index: Int) -> Bool { random(index, 7) % 50 == 0 }

  /// Returns the coordinates of a photo in degrees; three photos in ten have them.
  func place(_ index: Int) -> (latitude: Double, longitude: Double)? {
    let number = random(index, 8)
    guard number % 10 < 3 else { return nil }
    let city = Vocabulary.cities[number / 10 % Vocabulary.cities.count]
    let (north, east) = (number / 1_000 % 2_000 - 1_000, number / 10_000_000 % 2_000 - 1_000)
    func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
    return (rounded(city.latitude + Double(north) / 20_000), rounded(city.longitude + Double(east) / 20_000))
  }

  /// Returns the numbers of the tags of a photo, none to five without repetition.
  func tags(_ index: Int) -> [Int] {
    var number = random(index, 9)
    var result: [Int] = []
    let draws = number % 6
    number /= 6
    for _ in 0..<draws {
      let tag = number % Vocabulary.tags.count
      number /= Vocabulary.tags.count
      if !result.contains(tag) { result.append(tag) }
    }
    return result
  }

  /// Returns the tags of a photo as bits.
  func tagBits(_ index: Int) -> UInt64 { tags(index).reduce(0) { $0 | 1 << UInt64($1) } }

  /// Returns the numbers of the words in the title of a photo, or `nil` if it has none.
  func titleWords(_ index: Int) -> (adjective: Int, noun: Int)? {
    let number = random(index, 10)
    guard number % 9 > 0 else { return nil }
    return (number / 9 % Vocabulary.adjectives.count, number / 9_000 % Vocabulary.nouns.count)
  }
}
