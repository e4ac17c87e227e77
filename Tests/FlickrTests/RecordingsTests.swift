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
}
