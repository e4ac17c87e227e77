import Foundation
import TestSupport
import Testing

@Suite("Each kind of source, from the command line to the library", .fewAtOnce)
struct SourceKindTests {
  private let home: Home
  private let flickr: FakeFlickr

  init() throws {
    home = try Home()
    flickr = try FakeFlickr(photos: 3_000, seed: 5)
  }

  private struct Photo: Decodable { let id: String, sources: [String] }

  /// Refreshes from a source, and returns the photos that came, of which each names it.
  private func photos(_ source: String, called name: String? = nil, key: String? = "abc123") async throws
    -> Set<String>
  {
    let run = try await home.run(
      ["refresh", "--json", "--source", source, "--endpoint", flickr.url],
      environment: key.map { ["FLICKR_API_KEY": $0] } ?? [:])
    run.expectSuccess()
    let new = try run.figures().numbers["new"] ?? 0
    let photos = try await home.run("photos", "--json").json([Photo].self)
    let imported = photos.filter { $0.sources.contains(name ?? source) }.map(\.id)
    #expect(new > 0 && imported.count >= new, "\(source)")
    return Set(imported)
  }

  /// What the API answers to a method, as JSON.
  private func ask(_ query: String) throws -> [String: Any] {
    let request = LoopbackRequest("/rest/?api_key=k&format=json&nojsoncallback=1&method=flickr." + query)
    return try #require(
      JSONSerialization.jsonObject(with: Data(flickr.answer(to: request).body)) as? [String: Any])
  }

  /// The ids of the first page that the API answers.
  private func ids(_ query: String) throws -> Set<String> {
    let root = try ask(query + "&per_page=250")
    let list = try #require((root["photos"] ?? root["photoset"]) as? [String: Any])
    let photos = try #require(list["photo"] as? [[String: Any]])
    return Set(photos.compactMap { $0["id"] as? String })
  }

  /// The id of the first set of a list.
  private func firstID(_ query: String, _ list: String, _ entry: String) throws -> String {
    let sets = try #require(try ask(query)[list] as? [String: Any])
    return try #require((sets[entry] as? [[String: Any]])?.first?["id"] as? String)
  }

  @Test(
    "Each source imports what the API answers to its method",
    arguments: [
      ("recent", "photos.getRecent"), ("interesting", "interestingness.getList"),
      ("interesting:2025-06-01", "interestingness.getList&date=2025-06-01"),
      ("search:harbour", "photos.search&text=harbour"), ("tag:sea", "photos.search&tags=sea"),
      ("license:4,cc0", "photos.search&license=4,9&min_upload_date=1"),
      ("place:-180,-90,180,90", "photos.search&bbox=-180,-90,180,90&min_upload_date=1"),
      ("group:birds", "groups.pools.getPhotos&group_id=1000@N20"),
      ("group:1001@N21", "groups.pools.getPhotos&group_id=1001@N21"),
    ])
  func api(source: String, query: String) async throws {
    let name = source == "license:4,cc0" ? "license:4,9" : source
    let expected = try ids(query)
    // Places beyond the first page are no part of this.
    #expect(try await photos(source, called: name) == expected && expected.count > 5)
    try await home.run("check").expectSuccess()
  }

  @Test("The photos of a user are the same by name, alias, page and id; favorites likewise")
  func people() async throws {
    let number = try #require((0..<50).first { flickr.world.owner(number: $0).alias != nil })
    let owner = flickr.world.owner(number: number)
    let alias = try #require(owner.alias)
    let expected = try ids("people.getPublicPhotos&user_id=\(owner.id)")
    for text in [owner.id, owner.name, alias, "https://www.flickr.com/photos/\(alias)/"] {
      let home = try Self(flickr: flickr)
      let source = text.hasPrefix("https") ? text : "user:" + text
      #expect(try await home.photos(source, called: "user:" + text).isSuperset(of: expected), "\(source)")
    }
    let liked = flickr.world.owner(number: 0)
    let favorites = try ids("favorites.getPublicList&user_id=\(liked.id)")
    #expect(try await photos("favorites:\(liked.id)") == favorites)
  }

  private init(flickr: FakeFlickr) throws {
    home = try Home()
    self.flickr = flickr
  }

  @Test("of an album or a gallery is named by id")
  func sets() async throws {
    let owner = flickr.world.owner(number: 0)
    let album = try firstID("photosets.getList&user_id=\(owner.id)", "photosets", "photoset")
    let inAlbum = try ids("photosets.getPhotos&photoset_id=\(album)")
    #expect(try await photos("album:\(album)") == inAlbum)
    let gallery = try firstID("galleries.getList&user_id=\(owner.id)", "galleries", "gallery")
    let inGallery = try ids("galleries.getPhotos&gallery_id=\(gallery)")
    #expect(try await photos("gallery:\(gallery)") == inGallery)
    // Both are albums of the library, in their order.
    let list = try #require(
      try ask("photosets.getPhotos&photoset_id=\(album)&per_page=250")["photoset"] as? [String: Any])
    let order = try #require(list["photo"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    struct Album: Decodable { let id: String, title: String, kind: String, photos: Int, cover: String? }
    let albums = try await home.run("albums", "--json").json([Album].self)
    #expect(Set(albums.map(\.id)) == [album, gallery] && albums.allSatisfy { $0.kind == "flickr" })
    let fetched = try #require(albums.first { $0.id == album })
    #expect(!fetched.title.isEmpty && fetched.cover == order.first)
    let shown = try await home.run("photos", "--album", album, "--json").json([Photo].self).map(\.id)
    #expect(shown == order && fetched.photos == order.count)
    let added = try await home.run("album", "add", fetched.title, order[0])
    added.expectSuccess()
    #expect(
      added.output == "Added 1 photo to the new album \(fetched.title); "
        + "Flickr's album of this title is named by its ID, \(fetched.id).\n")
    #expect(try await home.run("albums").lines.contains { $0.hasPrefix("\(fetched.title)\town\t1\t") })
    try await home.run("check").expectSuccess()
  }

  @Test("of the feed needs no key: everybody's, by all or any of some tags, by one or several people")
  func feeds() async throws {
    let people = [0, 1].map { flickr.world.owner(number: $0).id }
    for source in [
      "feed", "feed:sea", "feed:any:sea,fog", "feed:user:\(people[0])",
      "feed:user:\(people.joined(separator: ","))",
    ] {
      let photos = try await photos(source, key: nil)
      #expect((1...20).contains(photos.count), "\(source)")
    }
    #expect(flickr.server.requests.allSatisfy { $0.path.hasPrefix("/feeds/") && $0.query["api_key"] == nil })
  }

  @Test("of a page anywhere is its address, of a file and over http")
  func addresses() async throws {
    let page = FlickrAnswers.page(photos: FlickrAnswers.photos(4))
    let file = try home.file("page.json", page)
    #expect(try await photos(file, key: nil).count == 4)
    let server = try LoopbackFlickr()
    server.serve("/other.json", .json(FlickrAnswers.page(photos: FlickrAnswers.photos(3, from: 900))))
    #expect(try await photos(server.url + "/other.json", key: nil).count == 3)
    #expect(try await photos("sample", key: nil).count > 50)
  }
}
