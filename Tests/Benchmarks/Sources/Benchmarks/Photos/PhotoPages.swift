import Flickr
import Foundation
import TestSupport

/// Pages of generated photos: the same ones with every run.
///
/// They are like those of a photo service: a page of 250 photos is by about 200 photographers, about half of them new;
/// titles are a few words, and every third photo has a description. About one photo in 10,000 is of a lighthouse
/// (``rareWord``), and one in five of light (``frequentWord``).
nonisolated struct PhotoPages: Sequence, IteratorProtocol, Sendable {
  static let size = 250
  /// The version of the generated photos; a library of another version must be made again.
  static let version = 2
  /// The share of photos by a photographer who has no other photo before.
  private static let newOwners = 0.47
  static let rareWord = "lighthouse"
  static let frequentWord = "light"

  /// The number of the last photo and one.
  private let end: Int
  private var made = 0
  private var owners = 0
  private var generator: SeededGenerator

  /// Creates the pages of `count` photos.
  init(_ count: Int) {
    end = count
    generator = SeededGenerator(seed: 20)
  }

  /// Creates the pages of `count` photos that come after `first` others.
  init(_ count: Int, after first: Int) {
    end = first + count
    made = first
    owners = Int(Double(first) * Self.newOwners)
    generator = SeededGenerator(seed: 20 + UInt64(first))
  }

  /// Pages with `count` photos together.
  static func make(_ count: Int) -> [PhotoPage] { Array(PhotoPages(count)) }

  mutating func next() -> PhotoPage? {
    guard made < end else { return nil }
    let numbers = made..<Swift.min(made + Self.size, end)
    made = numbers.upperBound
    return PhotoPage(records: numbers.map { record($0) })
  }

  private mutating func record(_ number: Int) -> PhotoRecord {
    let isNew = owners == 0 || Double.random(in: 0..<1, using: &generator) < Self.newOwners
    let owner = isNew ? owners : Int.random(in: 0..<owners, using: &generator)
    if isNew { owners += 1 }
    var record = PhotoRecord(id: "\(50_000_000_000 + number * 7)")
    record.title = title(number)
    record.description = number.isMultiple(of: 3) ? text(8...30) : ""
    record.ownerID = "\(10_000_000 + owner)@N0\(owner % 8)"
    record.ownerName = Self.name(owner)
    record.uploaded = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 13))
    record.taken = TakenDate(localTime: taken())
    record.tags = text(0...8).lowercased()
    record.views = Int.random(in: 0..<100_000, using: &generator)
    record.license = "\(number % 11)"
    record.media = "photo"
    record.pathAlias = number.isMultiple(of: 2) ? "alias\(owner)" : nil
    record.lastUpdate = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 17))
    let secret = String(generator.next(), radix: 16)
    record.secret = secret
    record.server = "65535"
    record.renditions = renditions("https://live.staticflickr.com/65535/\(record.id)_\(secret)")
    return record
  }

  /// Some second of 2023: photos of a second are as few as those of a service are.
  private mutating func taken() -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let second = Int(generator.next() % (365 * 86_400))
    let (day, time) = (second / 86_400, second % 86_400)
    let date = "2023-\(digits(day / 31 + 1))-\(digits(day % 31 % 28 + 1))"
    return "\(date) \(digits(time / 3_600)):\(digits(time / 60 % 60)):\(digits(time % 60))"
  }

  private mutating func title(_ number: Int) -> String {
    let words = text(1...5)
    return number % 9_973 == 123 ? "\(words) \(Self.rareWord) \(number)" : "\(words) \(number)"
  }

  // MARK: Images

  /// The sizes of an image by Flickr's names for them, their names in URLs, and their longer sides.
  private static let sizes = [
    ("sq", "_s", 75), ("q", "_q", 150), ("s", "_m", 240), ("z", "_z", 640), ("l", "_b", 1024),
  ]
  private static let shapes = [(3, 2), (4, 3), (2, 3), (3, 4), (1, 1), (16, 9), (3, 2), (4, 3)]

  private mutating func renditions(_ base: String) -> [Rendition] {
    let shape = Self.shapes[Int(generator.next() % UInt64(Self.shapes.count))]
    return Self.sizes.map { suffix, ending, side in
      let (width, height) = suffix.hasSuffix("q") ? (1, 1) : shape
      let longer = Swift.max(width, height)
      return Rendition(
        suffix: suffix, url: base + ending + ".jpg", width: side * width / longer,
        height: side * height / longer)
    }
  }

  // MARK: Texts

  private mutating func text(_ count: ClosedRange<Int>) -> String {
    let count = Int.random(in: count, using: &generator)
    return (0..<count).map { _ in Vocabulary.word(generator.next()) }.joined(separator: " ")
  }

  /// A name that begins with any letter; some photographers share one.
  private static func name(_ owner: Int) -> String {
    var generator = SeededGenerator(seed: UInt64(owner))
    let letter = Unicode.Scalar(UInt8(ascii: "A") + UInt8.random(in: 0..<26, using: &generator))
    let words = (0...Int.random(in: 0...1, using: &generator)).map { _ in Vocabulary.word(generator.next()) }
    return "\(letter)\(words.joined(separator: " ")) \(Int.random(in: 1...20_000, using: &generator))"
  }
}
