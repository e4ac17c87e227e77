import Flickr
import Foundation
import TestSupport
import Testing
import Transfer

@Suite("A client that keeps a pace", .timeLimit(.minutes(10)))
struct PacedClientTests {
  private let server: LoopbackFlickr
  private let folder: TemporaryFolder
  private let clock = ContinuousClock()

  init() throws {
    server = try LoopbackFlickr()
    folder = try TemporaryFolder()
    server.serve { request in
      request.path == "/rest/"
        ? .json(FlickrAnswers.page(photos: FlickrAnswers.photos(1)))
        : .json(FlickrAnswers.feed(photos: FlickrAnswers.photos(1)))
    }
  }

  private func client(interval: Duration = .milliseconds(200), attempts: Int = 2) -> FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("abc123"), endpoint: FlickrEndpoint(base: server.url),
      retry: RetryPolicy(attempts: attempts, firstDelay: .milliseconds(1), longestDelay: .milliseconds(2)),
      pace: RequestPace(file: folder.path("pace"), interval: interval, includesLoopback: true))
  }

  @Test("A client that keeps a pace shares the API with another one, and reports why it waits")
  func twoClients() async throws {
    let start = clock.now
    let waits = Waits()
    try await withThrowingTaskGroup { group in
      for client in [client(interval: .seconds(1)), client(interval: .seconds(1))] {
        group.addTask {
          for _ in 0..<3 { _ = try await client.page(1, of: .recent, waiting: { waits.record($0) }) }
        }
      }
      try await group.waitForAll()
    }
    #expect(server.requests.count == 6)
    #expect(clock.now - start >= .milliseconds(4_995))
    // Five waits; on a busy machine fewer, as who comes late enough anyway has nothing to wait for.
    #expect(
      !waits.all.isEmpty && waits.all.allSatisfy { $0.reason == .pace && $0.why == "waits for its turn:" })
  }

  @Test("counts each attempt")
  func attempts() async throws {
    server.serve("/rest/", .html(status: 500, "x"), .json(FlickrAnswers.page(photos: [])))
    let start = clock.now
    _ = try await client().page(1, of: .recent)
    #expect(server.requests.count == 2)
    #expect(clock.now - start >= .milliseconds(195))
  }

  @Test("asks for feeds and other addresses at once")
  func feeds() async throws {
    let client = client(interval: .seconds(3_600))
    for _ in 0..<3 {
      _ = try await client.page(1, of: .feed(tags: []))
      _ = try await client.page(1, of: .address(TransferURL(server.url + "/page.json")))
    }
    #expect(server.requests.count == 6)
    #expect(!FileManager.default.fileExists(atPath: folder.path("pace")))
  }

  @Test("A client that is canceled while it waits for its turn ends at once")
  func cancellation() async throws {
    let client = client(interval: .seconds(3_600))
    _ = try await client.page(1, of: .recent)
    let (waits, continuation) = AsyncStream<FlickrWait>.makeStream()
    let task = Task { try await client.page(2, of: .recent, waiting: { continuation.yield($0) }) }
    _ = await waits.first { _ in true }
    task.cancel()
    let error = await #expect(throws: FlickrError.self) { try await task.value }
    #expect(error?.isCancellation == true)
    #expect(server.requests.count == 1)
  }

  @Test(
    "leaves Flickr alone for as long as another one was asked to",
    arguments: [(600, "10 min"), (21_600, "6 h")])
  func retryAfter(seconds: Int, words: String) async throws {
    server.serve("/rest/", .tooMany(retryAfter: seconds))
    await #expect(throws: FlickrError.leftAlone(for: .seconds(seconds))) {
      try await self.client().page(1, of: .recent)
    }
    let error = await #expect(throws: FlickrError.self) { try await self.client().page(1, of: .recent) }
    #expect(error?.description == "The server asked to be left alone for another \(words); try again then.")
    #expect(server.requests.count == 1)
  }
}
