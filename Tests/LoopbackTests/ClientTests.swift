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
    for number in 1...2 {
      let page = try await client.page(number, of: try PhotoSource(parsing: source))
      let ids = try flickr.ids(method, arguments.merging(["per_page": "10", "page": "\(number)"]) { $1 })
      // A list may be shorter than two pages.
      #expect(page?.records.map(\.id) ?? ids == ids && !ids.isEmpty)
    }
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
