import Flickr
import Foundation
import Testing

/// Answers that were recorded from Flickr belong to others and are not part of the package.
private let folder = ProcessInfo.processInfo.environment["RECORDINGS"].map { URL(filePath: $0) }

@Suite("A recorded answer", .enabled(if: folder != nil, "RECORDINGS names no folder"))
struct RecordingsTests {
  enum Kind: Equatable { case page(Int), failed(Int), otherShape }

  private static let otherShapes = [
    "getexif", "getsizes", "http-headers", "licenses", "methodinfo", "people-findbyusername",
    "people-getinfo",
    "photosets-getinfo",
  ]

  /// What the file's name says of it: its method first, its number of photos as the last number that is no year.
  private static func expectation(of name: String) -> Kind? {
    let words = name.prefix { $0 != "." }.split(separator: "-")
    let numbers = words.dropFirst().compactMap { Int($0) }
    if name.hasPrefix("fail-") { return numbers.first.map(Kind.failed) }
    if otherShapes.contains(where: name.hasPrefix) { return .otherShape }
    if name.contains("-empty") { return .page(0) }
    if name.contains("-truncated-3-") { return .page(3) }
    return .page(numbers.last { !(2_000...2_100).contains($0) } ?? 1)
  }

  @Test("is decoded or refused as its kind is")
  func allFiles() throws {
    let folder = try #require(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".md") }
    #expect(!names.isEmpty)
    for name in names {
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      #expect(try kind(of: bytes) == Self.expectation(of: name), "\(name)")
    }
  }

  private func kind(of bytes: [UInt8]) throws(FlickrError) -> Kind {
    do throws(FlickrError) {
      let page = try PhotoPageDecoder.decode(bytes)
      #expect(page.skipped == 0)
      #expect(page.records.allSatisfy { $0.id.allSatisfy(\.isNumber) })
      #expect(page.records.allSatisfy { $0.ownerID != nil && $0.title != nil })
      return .page(page.records.count)
    } catch {
      switch error {
      case .failed(let code, _): return .failed(code)
      case .unexpectedShape: return .otherShape
      default: throw error
      }
    }
  }

  @Test("has the figures that Foundation finds in it")
  func figures() throws {
    let folder = try #require(folder)
    var compared = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let data = try Data(contentsOf: folder.appending(path: name))
      guard name.hasSuffix(".json"), let page = try? PhotoPageDecoder.decode(Array(data)),
        let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { continue }
      guard let list = (answer["photos"] ?? answer["photoset"]) as? [String: Any],
        let photos = list["photo"] as? [[String: Any]]
      else { continue }
      compared += 1
      func number(_ value: Any?) -> Int? { (value as? Int) ?? (value as? String).flatMap { Int($0) } }
      #expect(page.total == number(list["total"]) && page.pages == number(list["pages"]), "\(name)")
      #expect(page.perPage == number(list["perpage"] ?? list["per_page"]), "\(name)")
      for (record, photo) in zip(page.records, photos) { compare(record, photo, in: name) }
      #expect(page.records.count == photos.count, "\(name)")
    }
    #expect(compared >= 15)
  }

  private func compare(_ record: PhotoRecord, _ photo: [String: Any], in name: String) {
    func text(_ key: String) -> String? {
      let value = (photo[key] as? [String: Any])?["_content"] ?? photo[key]
      return (value as? String) ?? (value as? Int).map { String($0) }
    }
    func word(_ key: String) -> String? { text(key).flatMap { $0.isEmpty ? nil : $0 } }
    func number(_ key: String) -> Double? { text(key).flatMap { Double($0) } ?? photo[key] as? Double }
    let comment: Comment = "\(name): \(record.id)"
    #expect(record.id == text("id") && record.title == text("title"), comment)
    #expect(record.description == text("description") && record.tags == text("tags"), comment)
    #expect(record.ownerID == word("owner") || photo["owner"] == nil, comment)
    #expect(record.ownerName == (word("ownername") ?? word("username")) || photo["owner"] == nil, comment)
    #expect(record.pathAlias == word("pathalias") && record.license == word("license"), comment)
    #expect(record.secret == word("secret") && record.server == word("server"), comment)
    #expect(record.uploaded?.timeIntervalSince1970 == number("dateupload"), comment)
    #expect(record.lastUpdate?.timeIntervalSince1970 == number("lastupdate"), comment)
    #expect(record.taken?.localTime == word("datetaken") && record.media == word("media"), comment)
    #expect(record.views.map(Double.init) == number("views"), comment)
    let place = number("accuracy") == 0 ? nil : number("latitude")
    #expect(record.latitude == place, comment)
    let sizes = photo.keys.filter { $0.hasPrefix("url_") }
    #expect(Set(record.renditions.map { "url_" + $0.suffix }) == Set(sizes), comment)
    for rendition in record.renditions {
      #expect(rendition.url == text("url_" + rendition.suffix), comment)
      #expect(rendition.width.map(Double.init) == number("width_" + rendition.suffix), comment)
      #expect(rendition.height.map(Double.init) == number("height_" + rendition.suffix), comment)
    }
  }
}
