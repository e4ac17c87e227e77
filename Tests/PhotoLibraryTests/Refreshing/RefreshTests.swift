import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import Synchronization
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("A refresh", .timeLimit(.minutes(10)))
struct RefreshTests {
  let library: TestLibrary
  let server: LoopbackFlickr

  init() throws {
    library = try TestLibrary()
    server = try LoopbackFlickr()
  }

  /// The pages of the loopback server as files are read: one after the other, then nothing.
  private var pages: PhotoSource { .address(TransferURL(server.url + "/page-{page}.json")) }

  private var client: FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url),
      retry: .never)
  }

  /// Three pages of ten photos; each begins with the last two of the one before.
  private static let overlapping = (0..<3).map { number in
    FlickrAnswers.page(number + 1, pages: 3, photos: FlickrAnswers.photos(10, from: 100 + number * 8))
  }

  @Test("A refresh imports the next page each time, and at the end nothing new")
  func nextPage() async throws {
    server.serve(pages: Self.overlapping)
    var totals: [Int] = []
    for _ in 0..<3 { totals.append(try await library.refresh(pages, with: client).total) }
    #expect(totals == [10, 18, 26])
    let rows = try await library.rows()
    let last = try await library.refresh(pages, with: client)
    #expect(last.pages == 0 && last.total == 26 && last.broughtNothing)
    #expect(try await library.rows() == rows)
    #expect(try await library.isSound())
  }

  @Test("A refresh imports the requested number of pages")
  func manyPages() async throws {
    server.serve(pages: Self.overlapping)
    let summary = try await library.refresh(pages, with: client, pages: 10)
    #expect(summary.pages == 3 && summary.total == 26 && summary.photos.new == 26)
    #expect(try await library.isSound())
  }

  @Test("A refresh of all pages reads known ones again, and the next one goes on behind them")
  func allPages() async throws {
    server.serve(pages: Self.overlapping)
    try await library.refresh(pages, with: client, pages: 3)
    let again = try await library.refresh(pages, with: client, pages: nil, reach: .all)
    #expect(again.pages == 3 && again.photos.unchanged == 26 && again.end == .everythingRead)
    #expect(try await library.refresh(pages, with: client).pages == 0)
  }

  @Test("A refresh of the feed imports its one page")
  func feed() async throws {
    server.serve("/feeds/photos_public.gne", .json(FlickrAnswers.feed(photos: FlickrAnswers.photos(20))))
    let client = FlickrClient(transfer: TransferClient(), endpoint: FlickrEndpoint(base: server.url))
    let summary = try await library.refresh(.feed(tags: []), with: client, pages: 5)
    #expect(summary.pages == 1 && summary.photos.new == 20)
    #expect(try await library.refresh(.feed(tags: []), with: client).photos.unchanged == 20)
  }

  @Test("says how far it is")
  func progress() async throws {
    server.serve(pages: Self.overlapping)
    let steps = Mutex<[RefreshProgress]>([])
    try await library.refresh(pages, with: client, pages: 2) { step in steps.withLock { $0.append(step) } }
    let reported = steps.withLock { $0 }
    #expect(reported.first == .fetching(page: 1, received: 0, expected: nil))
    let saved = reported.filter { if case .saving = $0 { true } else { false } }
    #expect(saved == [.saving(page: 1, photos: 10), .saving(page: 2, photos: 8)])
    let received = reported.compactMap { step in
      if case .fetching(1, let received, _) = step { received } else { nil }
    }
    #expect(received == received.sorted() && received.last == Self.overlapping[0].utf8.count)
  }

  @Test("A refresh that is canceled in the middle of a transfer changes nothing")
  func canceled() async throws {
    try await library.importPhotos([.init("1")])
    let rows = try await library.rows()
    server.serve("/page-1.json", .json(Self.overlapping[0]).stalled(.after(100)))
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await library.refresh(pages, with: client) { step in
        if case .fetching(_, let received, _) = step, received > 0 { arrival.yield() }
      }
    }
    for await _ in arrivals { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await library.rows() == rows)
  }

  @Test("of which page 2 of 3 fails keeps page 1, and the next one goes on with page 2")
  func failingPage() async throws {
    server.serve("/page-1.json", .json(Self.overlapping[0]))
    server.serve("/page-2.json", .html(status: 500, "Internal Server Error"), .json(Self.overlapping[1]))
    server.serve("/page-3.json", .json(Self.overlapping[2]))
    await #expect(throws: FlickrError.status(500, url: TransferURL(server.url + "/page-2.json"))) {
      try await library.refresh(pages, with: client, pages: 3)
    }
    #expect(try library.photos().count == 10)
    #expect(try await library.isSound())
    #expect(try await library.refresh(pages, with: client, pages: 3).pages == 2)
    #expect(try library.photos().count == 26)
  }

  @Test("beside another one of the same source leaves no duplicate")
  func twoAtOnce() async throws {
    server.serve(pages: Self.overlapping)
    async let first = library.refresh(pages, with: client, pages: 3)
    async let second = library.refresh(pages, with: client, pages: 3)
    let summaries = try await [first, second]
    #expect(summaries.allSatisfy { $0.pages > 0 })
    let (photos, photographers) = (try library.photos(), try library.photographers())
    #expect(photos.count == 26 && Set(photos.map(\.flickrID)).count == 26)
    #expect(Set(photographers.map(\.ownerID)).count == photographers.count)
    #expect(try await library.isSound())
  }

  @Test("reads the sample roll page by page through file:, then finds nothing new")
  func sampleRoll() async throws {
    let client = FlickrClient(
      transfer: TransferClient(), sampleRoll: TransferURL(Repository.url("assets/sample").absoluteString))
    var totals: [Int] = []
    var skipped = 0
    for _ in 1...6 {
      let summary = try await library.refresh(.sample, with: client)
      #expect(summary.pages == 1 && summary.photos.new > 50)
      totals.append(summary.total)
      skipped += summary.photos.skipped
    }
    #expect(totals == totals.sorted() && totals.last == 615)
    #expect(skipped == 1)
    #expect(try library.photographers().count == 170)
    let rows = try await library.rows()
    let last = try await library.refresh(.sample, with: client, pages: 3)
    #expect(last.pages == 0 && last.broughtNothing && last.total == 615)
    #expect(try await library.rows() == rows)
    #expect(try await library.isSound())
  }

  @Test("Each reason for the end of a refresh is documented", arguments: RefreshEnd.allCases)
  func documentedEnds(end: RefreshEnd) throws {
    let page = try String(
      contentsOf: Repository.url("Sources/proofsheet/Proofsheet.docc/Commands.md"), encoding: .utf8)
    let reasons = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(reasons.contains { $0.contains("`\(end.rawValue)`") })
  }
}
