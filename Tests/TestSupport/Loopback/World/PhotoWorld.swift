/// A made-up Flickr: photos, their owners, and what they are gathered in, the same for the same seed.
///
/// Nothing is kept: all that a photo is follows from its index, so that a world of a million photos costs nothing until
/// it is searched. Index 0 is the oldest photo; uploads come behind the newest.
public struct PhotoWorld: Sendable {
  /// From which everything follows.
  public let seed: UInt64
  /// How many photos there were at the start.
  public let initialCount: Int
  /// How many there are now, those that were deleted included.
  public private(set) var count: Int
  /// The ids of photos that are gone.
  public private(set) var deleted: Set<String> = []
  /// Photos that are otherwise than their index says, by id.
  public private(set) var changed: [String: LoopbackPhoto] = [:]
  /// Raised by every change.
  private(set) var version = 0
  /// How many owners there are.
  let ownerCount: Int
  private let step: Int

  /// When the newest photo of a fresh world was uploaded: the world's present.
  static let present = 1_764_547_200
  static let firstID = 53_000_000_000
  /// The oldest photo is at most so old.
  private static let span = 3 * 365 * 86_400

  /// Makes a world of so many photos.
  public init(photos count: Int = 1_000, seed: UInt64 = 1) {
    self.seed = seed
    initialCount = max(0, count)
    self.count = initialCount
    ownerCount = max(3, initialCount / 12)
    step = max(1, Self.span / max(1, initialCount))
  }

  /// Makes the next photos come; they are the newest.
  public mutating func upload(_ photos: Int) {
    count += max(0, photos)
    version += 1
  }

  /// Makes a photo go: its id is not found any more, and its pictures are gone.
  public mutating func delete(_ id: String) {
    deleted.insert(id)
    version += 1
  }

  /// Makes a photo be otherwise in all answers; what it is found by stays.
  public mutating func change(_ id: String, _ change: (inout LoopbackPhoto) -> Void) {
    guard let index = index(of: id) else { return }
    var photo = photo(index)
    change(&photo)
    changed[id] = photo
  }

  /// A random number of a photo or anything else that has an index; `salt` tells its properties apart.
  func random(_ index: Int, _ salt: UInt64) -> Int {
    var generator = SeededGenerator(
      seed: seed &+ UInt64(bitPattern: Int64(index)) &* 0x2545_F491_4F6C_DD1D ^ salt << 40)
    return Int(generator.next() >> 2)
  }
}

extension PhotoWorld {
  /// The id of the photo with that index.
  public func id(_ index: Int) -> String { String(Self.firstID + index * 3) }

  /// The index of the photo with that id; `nil` when there is none or it was deleted.
  public func index(of id: String) -> Int? {
    guard let number = Int(id), number >= Self.firstID, (number - Self.firstID).isMultiple(of: 3) else {
      return nil
    }
    let index = (number - Self.firstID) / 3
    return index < count && !deleted.contains(id) ? index : nil
  }

  /// The ids of all photos, the newest first.
  public var ids: [String] {
    (0..<count).reversed().map(id).filter { !deleted.contains($0) }
  }

  func isThere(_ index: Int) -> Bool { deleted.isEmpty || !deleted.contains(id(index)) }

  /// Seconds since 1970; later for a larger index.
  func uploaded(_ index: Int) -> Int {
    Self.present - (initialCount - 1 - index) * step - random(index, 1) % step
  }

  /// In the owner's time, as if it were UTC.
  func taken(_ index: Int) -> Int {
    let delay = random(index, 2)
    if isTakenUnknown(index) { return uploaded(index) }
    return uploaded(index) - (delay % 10 == 0 ? delay % (20 * 365 * 86_400) : delay % (30 * 86_400))
  }

  func isTakenUnknown(_ index: Int) -> Bool { random(index, 3) % 40 == 0 }

  /// Few owners have many photos, many have few.
  func owner(_ index: Int) -> Int {
    let fraction = Double(random(index, 4) % 1_000_000) / 1_000_000
    return min(ownerCount - 1, Int(fraction * fraction * Double(ownerCount)))
  }

  /// Half of them all rights reserved, the others of all kinds.
  func license(_ index: Int) -> Int {
    let number = random(index, 5)
    return number.isMultiple(of: 2) ? 0 : number / 2 % 17
  }

  /// How much it is liked.
  func interest(_ index: Int) -> Int { random(index, 6) }

  func isVideo(_ index: Int) -> Bool { random(index, 7) % 50 == 0 }

  /// Degrees; three photos of ten have them.
  func place(_ index: Int) -> (latitude: Double, longitude: Double)? {
    let number = random(index, 8)
    guard number % 10 < 3 else { return nil }
    let city = Vocabulary.cities[number / 10 % Vocabulary.cities.count]
    let (north, east) = (number / 1_000 % 2_000 - 1_000, number / 10_000_000 % 2_000 - 1_000)
    func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
    return (rounded(city.latitude + Double(north) / 20_000), rounded(city.longitude + Double(east) / 20_000))
  }

  /// The numbers of its tags, without repetition; none to five.
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

  /// The same as bits.
  func tagBits(_ index: Int) -> UInt64 { tags(index).reduce(0) { $0 | 1 << UInt64($1) } }

  /// The numbers of the words in its title; `nil` when it has none.
  func titleWords(_ index: Int) -> (adjective: Int, noun: Int)? {
    let number = random(index, 10)
    guard number % 9 > 0 else { return nil }
    return (number / 9 % Vocabulary.adjectives.count, number / 9_000 % Vocabulary.nouns.count)
  }
}
