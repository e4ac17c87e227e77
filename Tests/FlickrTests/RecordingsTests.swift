import Flickr
import Foundation
import Testing

/// Answers that were recorded from Flickr belong to others and are not part of the package.
private let folder = ProcessInfo.processInfo.environment["RECORDINGS"].map { URL(filePath: $0) }

@Suite("A recorded answer", .enabled(if: folder != nil, "RECORDINGS names no folder"))
struct RecordingsTests {
  enum Kind: Equatable { case page(Int), failed(Int), otherShape }

  /// By the beginning of the file's name; the number at its end is that of the photos, unless given here.
  private static func expectation(of name: String) -> Kind? {
    let words = name.split(separator: ".")[0].split(separator: "-")
    if words[0] == "fail" { return words.dropFirst().first.flatMap { Int($0) }.map(Kind.failed) }
    let other = ["getexif", "getsizes", "http", "licenses", "methodinfo"]
    if other.contains(String(words[0])) || name.contains("people-findby") || name.contains("-getinfo-2") && words[0] != "getinfo" {
      return .otherShape
    }
    if words[0] == "getinfo" { return .page(1) }
    if name.contains("empty") { return .page(0) }
    if name.contains("truncated-3") { return .page(3) }
    if name.contains("search-2013-one") { return .page(1) }
    return words.reversed().lazy.compactMap { Int($0) }.first.map(Kind.page)
  }

  @Test("is decoded or refused as its kind is")
  func allFiles() throws {
    let folder = try #require(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".md") }
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
      #expect(page.records.allSatisfy { $0.id.allSatisfy(\.isNumber) && $0.ownerID != nil && $0.title != nil })
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
