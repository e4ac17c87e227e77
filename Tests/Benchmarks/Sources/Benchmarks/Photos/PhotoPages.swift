import Flickr
import Foundation
import TestSupport

/// Pages of generated photos: the same ones with every run.
///
/// They are like those of a photo service: a page of 250 photos is by about 200 photographers, one in two of them new;
/// titles are a few words, and every third photo has a description.
enum PhotoPages {
  static let size = 250

  private static let words = [
    "lighthouse", "harbour", "morning", "Evening", "fog", "old", "street", "bridge", "Winter", "light", "sea",
    "mountain", "bird", "portrait", "red", "window", "garden", "Market", "rain", "train", "snow", "river",
    "church", "blue", "market", "night", "city", "beach", "door", "Über", "café", "dog", "cat", "tree",
  ]

  /// Pages with `count` photos together.
  static func make(_ count: Int) -> [PhotoPage] {
    var generator = SeededGenerator(seed: 20)
    var owners = 0
    return stride(from: 0, to: count, by: size).map { first in
      let numbers = first..<min(first + size, count)
      return PhotoPage(records: numbers.map { record($0, &owners, &generator) })
    }
  }

  private static func record(
    _ number: Int, _ owners: inout Int, _ generator: inout SeededGenerator
  ) -> PhotoRecord {
    let isNew = owners == 0 || Double.random(in: 0..<1, using: &generator) < 0.47
    let owner = isNew ? owners : Int.random(in: 0..<owners, using: &generator)
    if isNew { owners += 1 }
    var record = PhotoRecord(id: "\(50_000_000_000 + number * 7)")
    record.title = text(1...5, &generator) + " \(number)"
    record.description = number.isMultiple(of: 3) ? text(8...30, &generator) : ""
    record.ownerID = "\(10_000_000 + owner)@N0\(owner % 8)"
    record.ownerName = name(owner)
    record.uploaded = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 13))
    record.taken = TakenDate(localTime: "2023-11-\(10 + number % 20) 22:13:20")
    record.tags = text(0...8, &generator).lowercased()
    record.views = Int.random(in: 0..<100_000, using: &generator)
    record.license = "\(number % 11)"
    record.media = "photo"
    record.pathAlias = number.isMultiple(of: 2) ? "alias\(owner)" : nil
    record.lastUpdate = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 17))
    record.secret = String(generator.next(), radix: 16)
    record.server = "65535"
    record.renditions = [("sq", 75), ("q", 150), ("s", 240), ("z", 640), ("l", 1024)].map { suffix, width in
      let url = "https://live.staticflickr.com/65535/\(record.id)_\(record.secret ?? "")_\(suffix).jpg"
      return Rendition(suffix: suffix, url: url, width: width, height: width * 3 / 4)
    }
    return record
  }

  private static func text(_ count: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
    let count = Int.random(in: count, using: &generator)
    return (0..<count).map { _ in words[Int.random(in: words.indices, using: &generator)] }
      .joined(separator: " ")
  }

  /// A name that begins with any letter; some photographers share one.
  private static func name(_ owner: Int) -> String {
    var generator = SeededGenerator(seed: UInt64(owner))
    let letter = Unicode.Scalar(UInt8(ascii: "A") + UInt8.random(in: 0..<26, using: &generator))
    return "\(letter)\(text(1...2, &generator)) \(Int.random(in: 1...20_000, using: &generator))"
  }
}
