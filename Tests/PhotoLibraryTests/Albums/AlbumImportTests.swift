import Flickr
import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("Albums of Flickr", .timeLimit(.minutes(10)))
struct AlbumImportTests {
  let test: TestLibrary
  private var library: PhotoLibrary { test.library }

  init() throws { test = try TestLibrary() }

  private func record(_ title: String? = "Sea & sand", cover: String? = nil) -> AlbumRecord {
    var record = AlbumRecord(id: "7215")
    (record.title, record.description) = (title, "By <b>the</b>\nsea")
    (record.ownerID, record.cover) = ("1@N00", cover)
    return record
  }

  private func importAlbum(_ albumImport: AlbumImport) async throws {
    let worker = try test.makeBackgroundContext()
    try await worker.perform { try albumImport.run(in: $0) }
    try await worker.save()
  }

  private func order() throws -> String {
    let album = try #require(try library.album(named: "7215"))
    return try library.photos(in: album).map(\.flickrID).joined(separator: " ")
  }

  @Test("An album has the texts, the order and the cover of Flickr, and follows them; own albums stay")
  func following() async throws {
    try await test.importPhotos((1...5).map { .full("\($0)") })
    let own = try library.createAlbum(named: "Mine")
    try library.add(try ["2", "1"].map { try test.photo($0) }, to: own)
    await library.savesFinished()
    let photos = ["3", "1", "99", "2", "1"]
    try await importAlbum(AlbumImport(album: record(cover: "1"), photos: photos, isWhole: true))
    let album = try #require(try library.album(named: "7215"))
    #expect(album.title == "Sea & sand" && album.about == "By the sea" && album.kind == .flickr)
    #expect(album.owner?.ownerID == "1@N00" && album.coverPhoto?.flickrID == "1")
    #expect(try order() == "3 1 2")
    let rows = try await test.rows([Album.self, AlbumEntry.self])
    try await importAlbum(AlbumImport(album: record(cover: "1"), photos: photos, isWhole: true))
    #expect(try await test.rows([Album.self, AlbumEntry.self]) == rows)
    // A part of the album removes nothing.
    try await importAlbum(
      AlbumImport(album: record(nil, cover: "4"), photos: ["2", "4"], offset: 1, isWhole: false))
    #expect(try order() == "3 2 1 4" || order() == "3 1 2 4")
    #expect(album.title == "By the sea" && album.coverPhoto?.flickrID == "4")
    try await importAlbum(AlbumImport(album: record(), photos: ["5", "2"], isWhole: true))
    #expect(try order() == "5 2" && album.coverPhoto == nil)
    #expect(try library.photos(in: own).map(\.flickrID) == ["2", "1"])
    #expect(try await test.isSound())
  }

  @Test("An album that was fetched from Flickr is not changed by a download")
  func downloads() async throws {
    try await test.importPhotos((1...3).map { .full("\($0)") })
    try await importAlbum(
      AlbumImport(album: record("Old"), photos: ["1"], isWhole: true, isFetched: false))
    try await importAlbum(
      AlbumImport(album: record("Older"), photos: ["1", "2"], isWhole: true, isFetched: false))
    #expect(try order() == "1 2")
    try await importAlbum(AlbumImport(album: record("New"), photos: ["3"], isWhole: true))
    try await importAlbum(
      AlbumImport(album: record("Older"), photos: ["1"], isWhole: true, isFetched: false))
    #expect(try order() == "3" && library.album(named: "7215")?.title == "New")
  }

  @Test("A refresh that deletes an entry keeps the undo of a deletion of its photo possible")
  func deletion() async throws {
    try await test.importPhotos((1...3).map { .full("\($0)") })
    try await importAlbum(AlbumImport(album: record(), photos: ["1", "2", "3"], isWhole: true))
    try await test.delete("2")
    #expect(try order() == "1 3")
    try await importAlbum(AlbumImport(album: record(), photos: ["3", "2", "1"], isWhole: true))
    #expect(try order() == "3 1")
    try library.undo()
    await library.savesFinished()
    #expect(try library.photo("2") != nil)
    try await importAlbum(AlbumImport(album: record(), photos: ["3", "2", "1"], isWhole: true))
    #expect(try order() == "3 2 1")
    #expect(try await test.isSound())
  }

  @Test("The albums of an account download come in their order, with their covers")
  func account() async throws {
    let download = try DownloadFolder()
    try download.writeAccount(unpacked: false)
    try await download.scan()
    let library = download.test.library
    let album = try #require(try library.album(named: "Sea & sand"))
    #expect(album.identifier == "72157600000000001" && album.about == "It's wet")
    #expect(try library.photos(in: album).map(\.flickrID) == ["45804173955", "7176952817"])
    #expect(album.coverPhoto?.flickrID == "45804173955" && album.owner?.name == "Ann & Bob")
    #expect(try library.albums().count == 1)
  }

  /// The positions of the photos of an album, in its order.
  private func positions() throws -> [Double] {
    try test.context.fetch(FetchRequest<AlbumEntry>(order: AlbumEntry.listOrder)).map(\.position)
  }

  @Test("The first place of a photo counts, and what no page has leaves the album at its end")
  func pages() async throws {
    try await test.importPhotos((1...6).map { .full("\($0)") })
    try await importAlbum(AlbumImport(album: record(), photos: ["6", "5"], isWhole: true))
    var walk = AlbumWalk(record: record(cover: "2"), offset: 0)
    var received = ReceivedPhotos()
    for page in [["1", "2", "1"], ["2", "3"], ["5"]] {
      let albumImport = walk.record(page, after: received, isAtEnd: page == ["5"])
      received.record(PhotoPage(records: page.map { PhotoRecord($0) }))
      #expect(albumImport.photos == page)
      try await importAlbum(albumImport)
      #expect(try order().contains("6") == (page != ["5"]))
    }
    #expect(try order() == "1 2 3 5" && positions() == [1, 2, 5, 6])
    #expect(try library.album(named: "7215")?.coverPhoto?.flickrID == "2")
    var rest = AlbumWalk(record: record(), offset: 2)
    try await importAlbum(rest.record(["3", "4"], after: ReceivedPhotos(), isAtEnd: true))
    #expect(try order() == "1 2 3 4 5" && positions() == [1, 2, 3, 4, 6])
    #expect(try await test.isSound())
  }

  @Test(
    "A refresh that was interrupted, and begins again because a page does not come, places photos from the first"
  )
  func restart() async throws {
    let server = try LoopbackFlickr()
    let pages = (0..<3).map {
      FlickrAnswers.page(
        $0 + 1, pages: 3, perPage: 10, total: 30, photos: FlickrAnswers.photos(10, from: 1_000 + $0 * 10))
    }
    let failures = Mutex(2)
    server.serve { request in
      if request.query["method"] == "flickr.photosets.getInfo" {
        return .json(
          #"{"photoset": {"id": "7", "owner": "1@N00", "title": {"_content": "Sea"}}, "stat": "ok"}"#)
      }
      guard let number = request.query["page"].flatMap({ Int($0) }), (1...3).contains(number) else {
        return nil
      }
      let fails =
        number == 2
        && failures.withLock { count in
          count -= 1
          return count >= 0
        }
      return fails ? .html(status: 500, "Internal Server Error") : .json(pages[number - 1])
    }
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url), perPage: 10,
      retry: .never)
    let source = try PhotoSource(parsing: "album:7")
    await #expect(throws: FlickrError.self) { try await test.refresh(source, with: client, pages: nil) }
    let summary = try await test.refresh(source, with: client, pages: nil)
    #expect(summary.pages == 3 && summary.end == .everythingRead && summary.albumFailure == nil)
    let album = try #require(try library.album(named: "7"))
    #expect(try library.photos(in: album).map(\.flickrID) == (1_000..<1_030).map(String.init))
    #expect(try positions() == (1...30).map(Double.init))
  }
}
