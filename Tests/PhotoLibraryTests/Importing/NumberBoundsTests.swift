import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import SQLiteStore
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("Numbers at the bounds of their types", .timeLimit(.minutes(10)))
struct NumberBoundsTests {
  private let server: LoopbackFlickr

  init() throws { server = try LoopbackFlickr() }

  private func client(perPage: Int = 100) -> FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url),
      perPage: perPage, retry: .never)
  }

  @Test("cost the size of a picture, and the photo is shown")
  func sizes() async throws {
    let library = try TestLibrary()
    server.serve(
      "/page-1.json",
      .json(
        #"""
        {"photos":{"photo":[{"id":"1","owner":"1@N00","url_o":"https://x.org/o.jpg","width_o":"4294967296",
        "height_o":"4294967296","url_s":"https://x.org/s.jpg","width_s":240,"height_s":160}]}}
        """#))
    try await library.refresh(try PhotoSource(parsing: server.url + "/page-1.json"), with: client())
    let size = try #require(try library.photo("1").largestSize)
    #expect(size == (240, 160))
  }

  @Test("in renditions that a library holds already are unknown sizes")
  func storedSizes() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([.full("1")])
    let photo = try library.photo("1")
    photo.renditionText = """
      o 9223372036854775807 9223372036854775807 https://x.org/o.jpg
      k 3037000500 3037000500 https://x.org/k.jpg
      h -9223372036854775808 99999999999999999999 https://x.org/h.jpg
      s 240 160 https://x.org/s.jpg
      """
    #expect(try #require(photo.largestSize) == (240, 160))
    #expect(photo.pictureSubject.renditions.map(\.width) == [nil, nil, nil, 240])
    #expect(photo.pictureSubject.renditions.compactMap(\.longerSide).max() == 2048)
  }

  @Test(
    "cost the precision of a date, and neither the page nor the source", arguments: [40_000, -1, 5, 1 << 40])
  func granularity(number: Int) async throws {
    let library = try TestLibrary()
    server.serve(
      "/page-1.json",
      .json(
        #"""
        {"photos":{"photo":[{"id":"1","owner":"1@N00","datetaken":"2020-01-01 10:00:00",
        "datetakengranularity":\#(number)},{"id":"2","owner":"1@N00"}]}}
        """#))
    let summary = try await library.refresh(
      try PhotoSource(parsing: server.url + "/page-1.json"), with: client())
    #expect(summary.photos.new == 2)
    #expect(try library.photo("1").takenGranularity == 0)
  }

  @Test("that are asked for as pages are as good as all pages")
  func pages() async throws {
    let library = try TestLibrary()
    let list = MovingList(5_000, perPage: 100, reportsPages: true)
    list.serve(at: server)
    let summary = try await library.refresh(
      try PhotoSource(parsing: "search:sea"), with: client(), pages: .max, newPhotos: 300)
    #expect(summary.photos.new == 300)
    #expect(try await client().page(.max, of: try PhotoSource(parsing: "search:sea")) == nil)
  }

  @Test(
    "Numbers in the progress of a source that are out of bounds restart it",
    arguments: ["9223372036854775807", "9223372036854775807;-", "1;9223372036854775807-9223372036854775807"])
  func progress(resume: String) async throws {
    let library = try TestLibrary()
    MovingList(300, perPage: 100, reportsPages: true).serve(at: server)
    let source = try PhotoSource(parsing: "search:sea")
    try await library.refresh(source, with: client())
    let rows = try library.context.fetch(FetchRequest<SourceProgress>())
    let progress = try #require(rows.first)
    let now = Int(Date.now.timeIntervalSince1970)
    progress.resume = [resume, "new", "\(now)"].joined(separator: "\n")
    progress.nextPage = .max
    progress.windows = "9223372036854775807-"
    try library.context.save()
    for reach in [RefreshOptions.Reach.older, .new] {
      _ = try await library.refresh(source, with: client(), pages: 2, reach: reach)
    }
  }
}
