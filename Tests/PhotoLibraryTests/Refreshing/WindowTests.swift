import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("A refresh of more photos than Flickr gives", .serialized, .timeLimit(.minutes(10)))
struct WindowTests {
  let library: TestLibrary
  let server: LoopbackFlickr

  init() throws {
    library = try TestLibrary()
    server = try LoopbackFlickr()
  }

  private var client: FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url),
      perPage: 500, retry: .never)
  }

  /// So many thousand photos: most of them of one month, the others of sixteen years, some older than Flickr.
  private static func times(_ thousands: Int) -> [Int] {
    (0..<700 * thousands).map { 1_420_070_400 + $0 * 370 }
      + (0..<290 * thousands).map { 1_100_000_000 + $0 * 180_000 } + (0..<10 * thousands).map { $0 * 30 }
  }

  private func list(_ times: [Int] = Self.times(5)) -> MovingList {
    let list = MovingList(times, perPage: 500, ceiling: 4_000)
    list.serve(at: server)
    return list
  }

  private func ids() throws -> Set<String> { Set(try library.photos().map(\.flickrID)) }

  @Test("reads windows of time, each photo once, then costs one request")
  func all() async throws {
    let list = list(Self.times(10))
    let summary = try await library.refresh(.tag(["x"]), with: client, pages: nil)
    #expect(try ids() == list.ids && list.ids.count == 10_000)
    #expect(summary.photos.new == 10_000 && summary.photos.unchanged == 0)
    #expect(summary.end == .everythingRead && summary.requests == server.requests.count)
    #expect(summary.requests < 40)
    let again = try await library.refresh(.tag(["x"]), with: client, pages: nil)
    #expect(again.requests == 1 && again.end == .nothingNew)
    #expect(try await library.refresh(.tag(["x"]), with: client, reach: .older).requests == 0)
    #expect(try await library.isSound())
  }

  @Test("goes on in the window that failed", arguments: [1, 2, 8])
  func resuming(failure: Int) async throws {
    let list = list()
    list.fail(at: failure)
    await #expect(throws: FlickrError.self) {
      try await library.refresh(.tag(["x"]), with: client, pages: nil, reach: .all)
    }
    let before = try library.photos().count
    let summary = try await library.refresh(.tag(["x"]), with: client, pages: nil, reach: .all)
    #expect(try ids() == list.ids)
    #expect(before + summary.photos.new == 5_000)
    // The 15 of a refresh without a failure, and the one that failed: what came before it is not asked for again.
    #expect(server.requests.count == 16)
  }

  @Test("comes to the end by one page at a time as well")
  func pageByPage() async throws {
    let list = list()
    try await library.refresh(.search("x"), with: client)
    var rounds = 0
    while rounds < 60, try await library.refresh(.search("x"), with: client, reach: .older).end == .pageLimit
    {
      rounds += 1
    }
    #expect(try ids() == list.ids)
  }

  @Test("A refresh of too many photos of one second imports those that are available")
  func oneSecond() async throws {
    let list = list((0..<4_200).map { _ in 1_500_000_000 } + (0..<100).map { 1_400_000_000 + $0 })
    let summary = try await library.refresh(.license([4]), with: client, pages: nil, reach: .all)
    #expect(summary.photos.new == 4_100 && summary.end == .ceiling)
    #expect(try ids().isSubset(of: list.ids))
  }

  @Test("ends if the server has the same photos in every window")
  func sameInEveryWindow() async throws {
    let page = FlickrAnswers.page(
      pages: 2_000, perPage: 500, total: 1_000_000, photos: FlickrAnswers.photos(3))
    let yesterday = Int(Date.now.timeIntervalSince1970) - 86_400
    server.serve { request in
      // A refresh that goes on to the newest windows fails.
      let from = request.query["min_upload_date"].flatMap { Int($0) } ?? 0
      return from < yesterday ? .json(page) : .html(status: 404, "Not Found")
    }
    let summary = try await library.refresh(.search("x"), with: client, pages: nil, reach: .all)
    #expect(summary.photos.new == 3 && summary.end == .ceiling)
  }

  @Test("goes on behind a page of a window that is empty", arguments: 4...12)
  func emptyPage(number: Int) async throws {
    let list = list()
    list.empty(at: number)
    try await library.refresh(.tag(["x"]), with: client, pages: nil, reach: .all)
    #expect(try list.ids.count - ids().count <= 500)
  }
}
