import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("A refresh after an interrupted one", .timeLimit(.minutes(10)))
struct InterruptionTests {
  private let library: TestLibrary
  private let server: LoopbackFlickr
  private let list = MovingList(1_000, perPage: 20)

  init() throws {
    library = try TestLibrary()
    server = try LoopbackFlickr()
    list.serve(at: server)
  }

  private var client: FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url), perPage: 20,
      retry: .never)
  }

  @discardableResult
  private func refresh(
    pages: Int? = 1, _ reach: RefreshOptions.Reach = .new
  ) async throws -> RefreshSummary {
    try await library.refresh(.recent, with: client, pages: pages, reach: reach)
  }

  private func ids() throws -> Set<String> { Set(try library.photos().map(\.flickrID)) }

  /// The numbers of the pages that were requested since `count` requests.
  private func pages(since count: Int) -> [Int] {
    server.requests.dropFirst(count).compactMap { $0.query["page"].flatMap { Int($0) } }
  }

  /// Imports pages, lets eight pages of photos arrive, and interrupts a refresh of these at its third page, which fails
  /// `failures` times.
  private func interrupt(known: Int = 5, failures: Int = 1) async throws {
    try await refresh(pages: known)
    list.add(160)
    let requests = server.requests.count
    list.fail(at: requests + 3, failures > 1 ? requests + 4 : 0)
    await #expect(throws: FlickrError.self) { try await refresh(pages: 20) }
    #expect(server.requests.count == requests + 3)
  }

  @Test("continues at its page, and leaves no gap if it ends among photos of the interrupted one")
  func arrivals() async throws {
    try await interrupt()
    list.add(5)
    let count = server.requests.count
    #expect(try await refresh().photos.new == 15)
    #expect(pages(since: count) == [3])
    #expect(try await refresh(pages: nil).end == .nothingNew)
    try await refresh(pages: nil, .older)
    #expect(try ids() == list.ids)
  }

  @Test("leaves no gap if the page fails again, so that it begins with the first page")
  func failingAgain() async throws {
    try await interrupt(failures: 2)
    let count = server.requests.count
    #expect(try await refresh().end == .nothingNew)
    try await refresh(pages: 1, .older)
    #expect(pages(since: count) == [3, 1, 3])
    try await refresh(pages: nil, .older)
    #expect(try ids() == list.ids)
  }

  @Test("ends at known photos, and leaves no gap, however many have arrived", arguments: [0, 5, 70, 300])
  func reachingKnown(arrivals: Int) async throws {
    try await interrupt()
    list.add(arrivals)
    #expect(try await refresh(pages: nil).end == .nothingNew)
    #expect(try await refresh(pages: nil).end == .nothingNew)
    try await refresh(pages: nil, .older)
    #expect(try ids() == list.ids)
  }

  @Test("of older photos continues behind the known ones if the interrupted one was among them")
  func amongKnown() async throws {
    try await refresh(pages: 8)
    list.fail(at: 11)
    await #expect(throws: FlickrError.self) { try await refresh(pages: nil, .all) }
    let count = server.requests.count
    try await refresh(pages: 1, .older)
    #expect(pages(since: count) == [9])
  }

  @Test("for new photos begins with the first page if the interrupted one was for older ones")
  func afterOlder() async throws {
    try await refresh(pages: 2)
    list.fail(at: 4)
    await #expect(throws: FlickrError.self) { try await refresh(pages: nil, .older) }
    list.add(5)
    let count = server.requests.count
    #expect(try await refresh().photos.new == 5)
    try await refresh(pages: 1, .older)
    #expect(pages(since: count) == [1, 4])
    try await refresh(pages: nil, .older)
    #expect(try ids() == list.ids)
  }

  @Test("of all pages begins with the first one if the interrupted one is a day old")
  func later() async throws {
    list.fail(at: 3)
    await #expect(throws: FlickrError.self) { try await refresh(pages: nil, .all) }
    let progress = try #require(try library.context.fetch(FetchRequest<SourceProgress>()).first)
    let interrupted = try #require(progress.interrupted)
    #expect(interrupted.place.page == 3 && interrupted.reach == .all)
    progress.interrupted = InterruptedWalk(
      place: interrupted.place, reach: .all, time: interrupted.time - 86_401)
    try library.context.save()
    await library.container.coordinator.drain()
    list.add(5)
    #expect(try await refresh(pages: nil, .all).end == .everythingRead)
    #expect(pages(since: 0).prefix(4) == [1, 2, 3, 1])
    #expect(try ids() == list.ids)
  }
}
