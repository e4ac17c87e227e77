import Flickr
import Foundation
import TestSupport
import Testing
import Transfer

@Suite("Pages of a source", .timeLimit(.minutes(1)))
final class FlickrClientTests {
  let server: LoopbackFlickr
  let transfer = TransferClient()
  private let folder: URL

  init() throws {
    server = try LoopbackFlickr()
    folder = FileManager.default.temporaryDirectory.appending(path: "Flickr \(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func client(key: String? = "abc123", attempts: Int = 1) -> FlickrClient {
    FlickrClient(
      transfer: transfer, key: key.flatMap(APIKey.init), endpoint: FlickrEndpoint(base: server.url + "/"),
      sampleRoll: TransferURL(folder.absoluteString),
      retry: RetryPolicy(attempts: attempts, firstDelay: .milliseconds(1), longestDelay: .milliseconds(2)))
  }

  private func ids(_ page: PhotoPage?) -> [String]? { page?.records.map(\.id) }

  private let pages = (1...3).map {
    FlickrAnswers.page($0, pages: 3, total: 6, photos: FlickrAnswers.photos(2, from: $0 * 100))
  }

  @Test(
    "are asked for with method, arguments, key and extras",
    arguments: [
      ("recent", ["method": "flickr.photos.getRecent"]),
      (
        "interesting",
        ["method": "flickr.interestingness.getList"]
      ),
      ("search:sea & sky", ["method": "flickr.photos.search", "text": "sea & sky"]),
      ("tag:a,b", ["method": "flickr.photos.search", "tags": "a,b", "tag_mode": "all"]),
      ("user:12@N00", ["method": "flickr.people.getPublicPhotos", "user_id": "12@N00"]),
    ])
  func requests(source: String, arguments: [String: String]) async throws {
    server.serve(pages: pages)
    let page = try await client().page(2, of: PhotoSource(parsing: source))
    #expect(ids(page) == ["200", "201"])
    var query = try #require(server.requests.first).query
    let extras = try #require(query["extras"]).split(separator: ",")
    query["extras"] = nil
    #expect(extras.contains("owner_name") && extras.contains("url_o") && extras.contains("geo"))
    let common = [
      "api_key": "abc123", "format": "json", "nojsoncallback": "1", "per_page": "250", "page": "2",
    ]
    #expect(query == common.merging(arguments) { $1 })
  }

  @Test("end where Flickr says they end", arguments: ["recent", "search:x"])
  func end(source: String) async throws {
    server.serve(pages: pages)
    let source = try PhotoSource(parsing: source)
    #expect(ids(try await client().page(3, of: source)) == ["300", "301"])
    #expect(try await client().page(4, of: source) == nil)
  }

  @Test("of a search end at 4,000 photos, whatever Flickr says")
  func searchLimit() async throws {
    let many = FlickrAnswers.page(16, pages: 900, photos: FlickrAnswers.photos(1))
    server.serve { _ in .json(many) }
    #expect(try await client().page(16, of: .search("x")) != nil)
    #expect(try await client().page(17, of: .search("x")) == nil)
    #expect(try await client().page(17, of: .recent) != nil)
  }

  @Test("of the feed need no key, and there is one")
  func feed() async throws {
    server.serve("/feeds/photos_public.gne", .json(FlickrAnswers.feed(photos: FlickrAnswers.photos(20))))
    let client = client(key: nil)
    #expect(try await client.page(1, of: .feed(tags: ["sea", "fog"]))?.records.count == 20)
    let expected = ["format": "json", "nojsoncallback": "1", "tags": "sea,fog", "tagmode": "all"]
    #expect(server.requests.first?.query == expected)
    #expect(try await client.page(2, of: .feed(tags: [])) == nil)
    #expect(server.requests.count == 1)
  }

  @Test("of the sample roll are files, until there is none")
  func sampleRoll() async throws {
    for (index, page) in pages.enumerated() {
      try Data(page.utf8).write(to: folder.appending(path: "page-\(index + 1).json"))
    }
    let client = client(key: nil)
    for number in 1...3 { #expect(ids(try await client.page(number, of: .sample))?.count == 2) }
    #expect(try await client.page(4, of: .sample) == nil)
    #expect(server.requests.isEmpty)
  }

  @Test("of a sample roll that is not there are an error")
  func noSampleRoll() async throws {
    let missing = await #expect(throws: FlickrError.self) { try await self.client().page(1, of: .sample) }
    #expect(missing?.description == "There is no file \(folder.path)/page-1.json.")
    let client = FlickrClient(transfer: transfer)
    await #expect(throws: FlickrError.noSampleRoll) { try await client.page(1, of: .sample) }
  }

  @Test("of an address are one, or as many as its placeholder finds")
  func addresses() async throws {
    server.serve(pages: pages)
    let one = PhotoSource.address(TransferURL(server.url + "/page-1.json"))
    #expect(ids(try await client().page(1, of: one)) == ["100", "101"])
    #expect(try await client().page(2, of: one) == nil)
    let all = PhotoSource.address(TransferURL(server.url + "/page-{page}.json"))
    #expect(ids(try await client().page(3, of: all)) == ["300", "301"])
    #expect(try await client().page(4, of: all) == nil)
  }

  @Test("of somebody are found by user name, else by the name in addresses")
  func users() async throws {
    server.serve { request in
      switch request.query["method"] {
      case "flickr.people.findByUsername" where request.query["username"] == "Ann B":
        .json(#"{"user":{"id":"5@N00","nsid":"5@N00","username":{"_content":"Ann B"}},"stat":"ok"}"#)
      case "flickr.people.findByUsername": .json(FlickrAnswers.failure(code: 1, "User not found"))
      case "flickr.urls.lookupUser" where request.query["url"] == "https://www.flickr.com/photos/ann":
        .json(#"{"user":{"id":"6@N00","username":{"_content":"Ann"}},"stat":"ok"}"#)
      case "flickr.urls.lookupUser": .json(FlickrAnswers.failure(code: 1, "User not found"))
      default: .json(FlickrAnswers.page(photos: []))
      }
    }
    for name in ["Ann B", "ann"] { _ = try await client().page(1, of: .user(name)) }
    #expect(server.requests.compactMap { $0.query["user_id"] } == ["5@N00", "6@N00"])
    await #expect(throws: FlickrError.failed(code: 1, message: "User not found")) {
      try await self.client().page(1, of: .user("nobody"))
    }
  }

  @Test("are not asked for without a key that they need")
  func keyRequired() async throws {
    for source in [PhotoSource.recent, .interesting, .search("x"), .tag(["x"]), .user("x"), .user("1@N00")] {
      await #expect(throws: FlickrError.keyRequired(source)) {
        try await self.client(key: nil).page(1, of: source)
      }
    }
    #expect(server.requests.isEmpty)
  }
}
