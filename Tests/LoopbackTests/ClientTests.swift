import Flickr
import TestSupport
import Testing
import Transfer

@Suite("Proofsheet's own client", .timeLimit(.minutes(10)))
struct ClientTests {
  @Test(
    "finds in the loopback Flickr what is there",
    arguments: [
      ("recent", "photos.getRecent", [:]), ("interesting", "interestingness.getList", [:]),
      ("search:heron", "photos.search", ["text": "heron"]),
      ("tag:sea,fog", "photos.search", ["tags": "sea,fog", "tag_mode": "all"]),
      ("user:70000000@N00", "people.getPublicPhotos", ["user_id": "70000000@N00"]),
    ])
  func pages(source: String, method: String, arguments: [String: String]) async throws {
    let flickr = try FakeFlickr(photos: 900)
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("abc"), endpoint: FlickrEndpoint(base: flickr.url), perPage: 10,
      retry: .never)
    let ids = try flickr.ids(method, arguments.merging(["per_page": "500"]) { $1 })
    let first = try #require(try await client.page(1, of: try PhotoSource(parsing: source)))
    #expect(first.records.map(\.id) == Array(ids.prefix(10)) && !ids.isEmpty)
    let second = try await client.page(2, of: try PhotoSource(parsing: source))
    // A list may be shorter than two pages.
    #expect((second?.records.map(\.id) ?? []) == Array(ids.dropFirst(10).prefix(10)))
    #expect(flickr.server.requests.allSatisfy { $0.query["api_key"] == "abc" })
  }

  @Test("finds people by their names, and by the names in addresses")
  func people() async throws {
    let flickr = try FakeFlickr(photos: 900)
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("abc"), endpoint: FlickrEndpoint(base: flickr.url),
      retry: .never)
    let owner = try #require((0..<20).map { flickr.world.owner(number: $0) }.first { $0.alias != nil })
    for name in [owner.id, try #require(owner.alias)] {
      let page = try await client.page(1, of: try PhotoSource(parsing: "user:" + name))
      #expect(Set(page?.records.map(\.ownerID) ?? []) == [owner.id])
    }
  }
}
