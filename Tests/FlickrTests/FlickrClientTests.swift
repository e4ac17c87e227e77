import Flickr
import Foundation
import TestSupport
import Testing
import Transfer

@Suite("Pages of a source", .timeLimit(.minutes(10)))
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
      ("interesting", ["method": "flickr.interestingness.getList"]),
      (
        "interesting:2025-02-28",
        ["method": "flickr.interestingness.getList", "date": "2025-02-28"]
      ),
      ("search:sea & sky", ["method": "flickr.photos.search", "text": "sea & sky"]),
      ("tag:a,b", ["method": "flickr.photos.search", "tags": "a,b", "tag_mode": "all"]),
      ("user:12@N00", ["method": "flickr.people.getPublicPhotos", "user_id": "12@N00"]),
      (
        "place:8.4,47,8.6,47.5",
        ["method": "flickr.photos.search", "bbox": "8.4,47,8.6,47.5", "min_upload_date": "1"]
      ),
      (
        "license:4,cc0",
        ["method": "flickr.photos.search", "license": "4,9", "min_upload_date": "1"]
      ),
      ("album:72", ["method": "flickr.photosets.getPhotos", "photoset_id": "72"]),
      (
        "album:1@N00/72",
        ["method": "flickr.photosets.getPhotos", "photoset_id": "72", "user_id": "1@N00"]
      ),
      ("group:7@N21", ["method": "flickr.groups.pools.getPhotos", "group_id": "7@N21"]),
      ("favorites:12@N00", ["method": "flickr.favorites.getPublicList", "user_id": "12@N00"]),
      ("gallery:66-72", ["method": "flickr.galleries.getPhotos", "gallery_id": "66-72"]),
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

  @Test(
    "of a feed need no key, and there is one",
    arguments: [
      ("feed", [:]), ("feed:sea,fog", ["tags": "sea,fog", "tagmode": "all"]),
      ("feed:any:sea,fog", ["tags": "sea,fog", "tagmode": "any"]), ("feed:user:1@N00", ["id": "1@N00"]),
      ("feed:user:1@N00,2@N07", ["ids": "1@N00,2@N07"]),
    ])
  func feed(text: String, arguments: [String: String]) async throws {
    server.serve("/feeds/photos_public.gne", .json(FlickrAnswers.feed(photos: FlickrAnswers.photos(20))))
    let client = client(key: nil)
    let source = try PhotoSource(parsing: text)
    #expect(try await client.page(1, of: source)?.records.count == 20)
    let common = ["format": "json", "nojsoncallback": "1"]
    #expect(server.requests.first?.query == common.merging(arguments) { $1 })
    #expect(try await client.page(2, of: source) == nil)
    #expect(server.requests.count == 1)
  }

  @Test("of a search are narrowed to a window of time, and those of other sources are not")
  func windows() async throws {
    server.serve { _ in .json(FlickrAnswers.page(photos: FlickrAnswers.photos(1))) }
    let client = client()
    let window = UploadWindow(from: 1_200_000_000, through: 1_300_000_000)
    for text in ["tag:x", "place:1,1,2,2"] {
      let query = try await client.query(for: PhotoSource(parsing: text))
      _ = try await client.page(1, of: query, within: window)
      let asked = try #require(server.requests.last?.query)
      #expect(asked["min_upload_date"] == "1200000000" && asked["max_upload_date"] == "1300000000")
    }
  }

  @Test("of a place are 250 photos at the most")
  func geoPages() async throws {
    server.serve { _ in .json(FlickrAnswers.page(photos: FlickrAnswers.photos(1))) }
    let client = FlickrClient(
      transfer: transfer, key: APIKey("k"), endpoint: FlickrEndpoint(base: server.url), perPage: 500)
    for text in ["place:1,1,2,2", "tag:x"] { _ = try await client.page(1, of: PhotoSource(parsing: text)) }
    #expect(server.requests.compactMap { $0.query["per_page"] } == ["250", "500"])
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

  @Test("Users are found by user name, else by the name in addresses")
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
      try await self.client().page(1, of: .user("unknown"))
    }
  }

  @Test(
    "of what a page or a name stands for are found by asking once, however many there are",
    arguments: [
      (
        "user:https://www.flickr.com/people/ann/", "urls.lookupUser", "https://www.flickr.com/photos/ann/",
        "user_id"
      ),
      ("favorites:flickr.com/photos/ann", "urls.lookupUser", "https://www.flickr.com/photos/ann/", "user_id"),
      (
        "https://www.flickr.com/photos/ann/albums/72", "urls.lookupUser",
        "https://www.flickr.com/photos/ann/", "user_id"
      ),
      ("group:fog", "urls.lookupGroup", "https://www.flickr.com/groups/fog/", "group_id"),
      (
        "gallery:www.flickr.com/photos/ann/galleries/7?x", "urls.lookupGallery",
        "https://www.flickr.com/photos/ann/galleries/7/", "gallery_id"
      ),
    ])
  func lookups(text: String, method: String, url: String, argument: String) async throws {
    let thing = method.dropFirst("urls.lookup".count).lowercased()
    server.serve { request in
      guard request.query["method"] == "flickr." + method else {
        return .json(FlickrAnswers.page(1, pages: 3, photos: FlickrAnswers.photos(1)))
      }
      return .json(#"{"\#(thing)":{"id":"5@N00","title":{"_content":"x"}},"stat":"ok"}"#)
    }
    let client = client().counting()
    let query = try await client.query(for: PhotoSource(parsing: text))
    for number in 1...3 { _ = try await client.page(number, of: query) }
    #expect(server.requests.count == 4 && client.tally.count == 4)
    #expect(server.requests.first?.query["url"] == url)
    #expect(server.requests.compactMap { $0.query[argument] } == ["5@N00", "5@N00", "5@N00"])
  }

  @Test("The client reports whether Flickr accepts the key")
  func keys() async throws {
    let echo = #"{"method":{"_content":"flickr.test.echo"},"api_key":{"_content":"abc123"},"stat":"ok"}"#
    server.serve("/rest/", .json(echo), .json(FlickrAnswers.failure(code: 100, "Invalid API Key")))
    #expect(try await client().testKey())
    #expect(server.requests.first?.query["method"] == "flickr.test.echo")
    await #expect(throws: FlickrError.failed(code: 100, message: "Invalid API Key")) {
      try await self.client().testKey()
    }
    #expect(try await client(key: nil).testKey() == false)
    #expect(server.requests.count == 2)
  }

  @Test("are not asked for without a key that they need")
  func keyRequired() async throws {
    for source in [
      PhotoSource.recent, .interesting(nil), .search("x"), .tag(["x"]), .user("x"), .user("1@N00"),
      .group("1@N00"),
    ] {
      await #expect(throws: FlickrError.keyRequired(source)) {
        try await self.client(key: nil).page(1, of: source)
      }
    }
    #expect(server.requests.isEmpty)
  }
}
