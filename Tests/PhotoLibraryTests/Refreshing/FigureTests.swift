import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("The figures of a refresh", .serialized, .timeLimit(.minutes(10)))
struct FigureTests {
  let library: TestLibrary
  let flickr: FakeFlickr

  init() throws {
    library = try TestLibrary()
    flickr = try FakeFlickr(photos: 2_000)
  }

  private func refresh(_ source: PhotoSource, pages: Int? = nil) throws -> (Refresh, RefreshOptions) {
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: flickr.url),
      perPage: 100,
      retry: .never)
    return (
      try Refresh(of: source, with: client, into: library.container),
      RefreshOptions(pages: pages, reach: .all)
    )
  }

  private func failure(_ source: PhotoSource) async throws -> RefreshFailure {
    let (refresh, options) = try refresh(source)
    return try await #require(throws: RefreshFailure.self) { try await refresh.run(options) }
  }

  @Test(
    "The figures of a failed refresh count what came until then, for any fault",
    arguments: ["500", "html", "cut", "reset", "fail:105", "429:600", "not-json"])
  func failed(fault: String) async throws {
    flickr.faults.add(fault, arguments: ["page": "4"])
    let failure = try await failure(.recent)
    let summary = failure.summary
    #expect(summary.end == .failed && summary.pages == 3 && summary.requests == 4)
    #expect(summary.photos.new == 300 && summary.total == 300)
    #expect(failure.cause is FlickrError && failure.description.hasSuffix("."))
    #expect(try library.photos().count == 300)
  }

  @Test("The figures of a refresh that fails at once count what was there before")
  func failedAtOnce() async throws {
    try await library.importPhotos([.full("1")])
    flickr.faults.add("fail:100:Invalid API Key (Key not found)")
    let summary = try await failure(.user("ann")).summary
    #expect(summary.end == .failed && summary.pages == 0 && summary.requests == 1 && summary.total == 1)
  }

  @Test("The figures of a canceled refresh count what came until then")
  func canceled() async throws {
    flickr.faults.add("stall-head", arguments: ["page": "3"])
    let (refresh, options) = try refresh(.recent)
    let task = Task { try await refresh.run(options) }
    try await flickr.server.waitForRequests(3)
    task.cancel()
    let failure = try await #require(throws: RefreshFailure.self) { try await task.value }
    #expect(failure.cause is CancellationError && failure.summary.end == .canceled)
    #expect(failure.summary.pages == 2 && failure.summary.photos.new == 200 && failure.summary.total == 200)
    #expect(failure.summary.requests == 3)
  }

  @Test("of a list whose end was reported, of a limit, and of what is known")
  func ends() async throws {
    let (some, few) = try refresh(.recent, pages: 2)
    #expect(try await some.run(few).end == .pageLimit)
    let (all, endless) = try refresh(.recent)
    let summary = try await all.run(endless)
    #expect(summary.end == .everythingRead && summary.total == summary.photos.new + summary.photos.unchanged)
    #expect(try await all.run().end == .nothingNew)
    #expect(try await all.run(RefreshOptions(pages: 0)).end == .pageLimit)
  }

  @Test("of 100 pages are 100 requests, and one request where nothing is new")
  func requests() async throws {
    let flickr = try FakeFlickr(photos: 50_000)
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: flickr.url), perPage: 10,
      retry: .never)
    let pool = PhotoSource.group("1000@N20")
    let first = try await library.refresh(pool, with: client, pages: 100)
    #expect(first.pages == 100 && first.photos.new == 1_000 && first.requests == 100)
    #expect(flickr.server.requests.count == 100)
    let again = try await library.refresh(pool, with: client, pages: 100)
    #expect(again.broughtNothing && again.end == .nothingNew && again.requests == 1)
    #expect(flickr.server.requests.count == 101)
  }
}
