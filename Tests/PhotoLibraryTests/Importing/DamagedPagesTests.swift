import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Testing

@MainActor
@Suite("A damaged page")
struct DamagedPagesTests {
  private static let count = 1_000

  @Test("is imported or refused, and the library stays sound", arguments: Seeds.range(quick: 1, long: 20))
  func damaged(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let library = try TestLibrary()
    var photos = FlickrAnswers.photos(6)
    photos[2].title = "😀 “x” \\ / \u{202E}"
    photos[3].place = (1.5, -2.5)
    let answers = [FlickrAnswers.page(photos: photos), FlickrAnswers.feed(photos: photos)].map {
      Array($0.utf8)
    }
    var pages: [PhotoPage] = []
    for _ in 0..<Self.count {
      var bytes = answers[Int.random(in: 0..<2, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) { Damage.apply(to: &bytes, using: &random) }
      if let page = try? PhotoPageDecoder.decode(bytes) { pages.append(page) }
    }
    #expect((1..<Self.count).contains(pages.count), "seed \(seed)")
    for first in stride(from: 0, to: pages.count, by: 50) {
      // Fifty pages at once, in which each photo comes in fifty forms.
      try await library.importPhotos(pages[first..<min(first + 50, pages.count)].flatMap(\.records))
    }
    let ids = Set(pages.flatMap { $0.records.map(\.id) })
    #expect(Set(try library.photos().map(\.flickrID)) == ids, "seed \(seed)")
    #expect(try library.photos().allSatisfy { !$0.title.isEmpty && !$0.sortTitle.isEmpty }, "seed \(seed)")
    #expect(try await library.isSound(), "seed \(seed)")
  }
}
