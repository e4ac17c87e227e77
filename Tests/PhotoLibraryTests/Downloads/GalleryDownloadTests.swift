import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("Pictures of gallery-dl", .timeLimit(.minutes(10)))
struct GalleryDownloadTests {
  private let download: DownloadFolder

  init() throws { download = try DownloadFolder() }

  private func write(_ name: String, _ json: String, comment: String? = nil) throws {
    try download.folder.write(name, bytes: AccountFiles.picture(comment ?? name))
    try download.folder.write(name + ".json", bytes: Array(json.utf8))
  }

  /// The keys that `gallery_dl/extractor/flickr.py` writes for a photo of a list.
  private static let flickr = """
    {"category": "flickr", "subcategory": "user", "id": 5189977344, "title": "Sea", "media": "photo",
    "description": "By <b>the</b> sea &amp; sand", "date": "2020-01-02 03:04:05", "views": 12,
    "datetaken": "2019-12-31 23:59:59", "datetakengranularity": 4, "license": "5", "tags": ["sea", "blue"],
    "latitude": "38.71", "longitude": "-9.5", "owner": {"nsid": "12345678@N00", "username": "Ann",
    "path_alias": "ann"}, "user": {"nsid": "9@N00", "username": "Reader"}, "filename": "5189977344_0a_o"}
    """

  @Test("A photo of Flickr has its Flickr ID, its owner and its texts")
  func flickr() async throws {
    try write("flickr/Ann/flickr_5189977344.jpg", Self.flickr)
    try write("flickr/Ann/Albums/1 x/flickr_5189977344.jpg", Self.flickr)
    let summary = try await download.scan(.galleryDL)
    #expect(summary.photos.new == 1)
    let photo = try download.photo("5189977344")
    #expect(photo.title == "Sea" && photo.subtitle == "By the sea & sand" && photo.tags == "sea blue")
    #expect(photo.photographer?.ownerID == "12345678@N00" && photo.pathAlias == "ann" && photo.views == 12)
    #expect(photo.taken == "2019-12-31 23:59:59" && photo.takenGranularity == 4 && photo.license == "5")
    #expect(photo.uploaded == Date(timeIntervalSince1970: 1_577_934_245) && photo.latitude == 38.71)
    #expect(photo.ownPicture != nil && photo.pictureSubject.filePath?.hasSuffix("5189977344.jpg") == true)
  }

  @Test(
    "A date taken has the precision that Flickr gave it, and one that Flickr does not know is that of the file",
    arguments: [
      (#""datetaken": "1920-01-01 00:00:00", "datetakengranularity": "6""#, "1920-01-01 00:00:00", 6),
      (
        #""datetaken": "1920-01-01 00:00:00", "datetakengranularity": 6, "datetakenunknown": "0""#,
        "1920-01-01 00:00:00", 6
      ),
      (#""datetaken": "2020-01-02 03:04:05", "datetakenunknown": "1""#, "2015-12-12 13:11:14", 0),
      (#""datetaken": "2020-01-02 03:04:05", "datetakenunknown": 1"#, "2015-12-12 13:11:14", 0),
      (
        #""dates": {"taken": "1920-05-01 00:00:00", "takengranularity": 4, "takenunknown": "0"}"#,
        "1920-05-01 00:00:00", 4
      ),
      (
        #""dates": {"taken": "2020-01-02 03:04:05", "takengranularity": "0", "takenunknown": "1"}"#,
        "2015-12-12 13:11:14", 0
      ),
    ] as [(String, String, Int)])
  func dates(json: String, taken: String, granularity: Int) async throws {
    let start = #"{"category": "flickr", "id": 77, "owner": {"nsid": "1@N00", "username": "Ann"}, "#
    try write("flickr_77.jpg", start + json + "}")
    #expect(try await download.scan(.galleryDL).photos.new == 1)
    let photo = try download.photo("77")
    #expect(photo.taken == taken && photo.takenGranularity == granularity)
  }

  @Test("A date that Flickr does not know takes back none that another download or its file has")
  func unknownDate() async throws {
    let start = #"{"category": "flickr", "id": 77, "owner": {"nsid": "1@N00", "username": "Ann"}"#
    let unknown = #", "title": "Sea", "datetaken": "2020-01-02 03:04:05", "datetakenunknown": "1""#
    try write("one/flickr_77.jpg", start + "}")
    try write("two/flickr_77.jpg", start + unknown + "}")
    for folder in ["one", "two"] {
      try await download.scan(.galleryDL, download.folder.path(folder))
      #expect(try download.photo("77").taken == "2015-12-12 13:11:14")
    }
    #expect(try download.photo("77").title == "Sea")
  }

  @Test("A picture of another host is an own photo, which stays the same when it is moved")
  func others() async throws {
    try write(
      "pixiv/1.jpg",
      #"{"category": "pixiv", "id": 7, "num": 0, "title": "A", "user": {"name": "Zoë"}, "tags": "x y_z"}"#)
    try write("pixiv/2.jpg", #"{"category": "pixiv", "id": 7, "num": 1, "title": "B"}"#)
    try write(
      "odd/c.jpg", #"{"title": {"_content": "C"}, "author": "Bo", "date": 12, "tags": 5, "views": -1}"#)
    try write("odd/d.jpg", "[]")
    try download.folder.write("odd/no metadata.jpg", bytes: AccountFiles.picture("e"))
    try write("odd/e.tif", "{}")
    try BrokenName.writeFile(in: download.root, "caf", 0xE9, ".jpg", contents: [1])
    let summary = try await download.scan(.galleryDL)
    #expect(summary.photos.new == 3 && summary.photos.unreadable == 2 && summary.otherKinds == ["tif": 1])
    #expect(
      summary.unreadableFiles == [
        .init(path: download.root + "/caf\u{FFFD}.jpg", reason: "its name is not UTF-8"),
        .init(path: download.folder.path("odd/d.jpg.json"), reason: "it is not a JSON object"),
      ])
    let photos = try download.folder.photos()
    #expect(photos.map(\.title) == ["A", "B", "C"] && photos.allSatisfy { $0.isOwn && !$0.isFromFlickr })
    #expect(photos.map { $0.photographer?.name } == ["Zoë", "pixiv", "Bo"])
    #expect(photos[0].tags == "x yz" && photos[0].filePath == download.folder.path("pixiv/1.jpg"))
    #expect(photos[0].pageURL?.hasPrefix("file:///") == true && photos[0].largestSize?.width == 6_000)
    try download.folder.move("pixiv", to: "moved")
    let moved = try await download.scan(.galleryDL)
    #expect(moved.photos.new == 0 && moved.gone == 0)
    #expect(photos[0].filePath == download.folder.path("moved/1.jpg"))
    try download.folder.remove("moved/1.jpg")
    #expect(try await download.scan(.galleryDL).gone == 1)
    #expect(photos[0].isPictureGone && !photos[1].isPictureGone)
    #expect(try await download.test.isSound())
  }

  @Test(
    "A photo keeps its look when its file is moved, and loses it with a file of another size",
    arguments: [true, false])
  func look(isVersionKnown: Bool) async throws {
    try write("one/flickr_5189977344.jpg", Self.flickr)
    try await download.scan(.galleryDL)
    let photo = try download.photo("5189977344")
    let keeper = LookKeeper(container: download.test.container, pause: .seconds(600))
    let version = isVersionKnown ? photo.ownPicture?.place.version : nil
    await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID, madeOf: version)
    try await keeper.save()
    try download.folder.move("one", to: "two")
    for secret in ["a", "b"] {
      var record = PhotoRecord("5189977344", "Sea")
      record.secret = secret
      try await download.test.importPhotos([record])
    }
    await download.test.container.coordinator.drain()
    #expect(photo.secret == "b" && photo.look != nil)
    try await download.scan(.galleryDL)
    #expect(photo.ownPicture?.place.path == download.folder.path("two/flickr_5189977344.jpg"))
    #expect(photo.look != nil)
    try download.folder.remove("two/flickr_5189977344.jpg")
    try write("three/flickr_5189977344.jpg", Self.flickr)
    try download.folder.write("three/flickr_5189977344.jpg", bytes: AccountFiles.picture("a", width: 5_000))
    try await download.scan(.galleryDL)
    #expect(photo.ownPicture?.width == 5_000 && photo.look == nil)
  }

  @Test(
    "A photo loses its look when another file of the same extent replaces its own one, and not before",
    arguments: [true, false])
  func replaced(atSamePlace: Bool) async throws {
    let name = "one/flickr_5189977344.jpg"
    try write(name, Self.flickr)
    try await download.scan(.galleryDL)
    let photo = try download.photo("5189977344")
    let keeper = LookKeeper(container: download.test.container, pause: .seconds(600))
    let version = photo.ownPicture?.place.version
    await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID, madeOf: version)
    try await keeper.save()
    try await download.scan(.galleryDL)
    #expect(photo.look != nil)
    var place = name
    if !atSamePlace {
      place = "two/flickr_5189977344.jpg"
      try download.folder.move("one", to: "two")
    }
    // As many bytes as before.
    let bytes = AccountFiles.picture(String(name.reversed()))
    try download.folder.write(place, bytes: bytes, modified: Date(timeIntervalSince1970: 1_600_000_000))
    try await download.scan(.galleryDL)
    #expect(photo.ownPicture?.place.path == download.folder.path(place) && photo.look == nil)
    #expect(try await download.test.isSound())
  }

  @Test("A folder without metadata is refused with the option that writes it")
  func refusal() async throws {
    try download.folder.write("a.jpg", bytes: AccountFiles.picture("a"))
    let error = await #expect(throws: FolderError.self) { try await download.scan(.galleryDL) }
    #expect(error?.description.contains("--write-metadata") == true)
    let client = FlickrClient(transfer: TransferClient())
    let refresher = Refresher(source: .download(.galleryDL, download.root), client: client)
    await #expect(throws: FolderError.nothingFound(path: download.root, kind: .galleryDL)) {
      try await refresher.test()
    }
  }

  @Test("Numbers of any size are no fault", arguments: ["1e300", "-1e300", "3.5", "99"])
  func numbers(number: String) async throws {
    let json = Self.flickr.replacing(
      #""datetakengranularity": 4"#, with: "\"datetakengranularity\": \(number)")
    try write("flickr_5189977344.jpg", json)
    #expect(try await download.scan(.galleryDL).photos.new == 1)
    #expect(try download.photo("5189977344").taken == "2019-12-31 23:59:59")
  }

  @Test("Pictures of all formats that are shown are imported, and the package that one needs is named")
  func formats() async throws {
    for name in ["animated.gif", "lossy.webp"] {
      let picture = try Data(contentsOf: Repository.url("Tests/PicturesTests/Pictures/" + name))
      try download.folder.write(name, bytes: [UInt8](picture))
      try download.folder.write(name + ".json", bytes: Array("{}".utf8))
    }
    let summary = try await download.scan(.galleryDL) { $0.hasSuffix(".webp") ? "libwebp7" : nil }
    #expect(summary.photos.new == 2 && summary.photos.unreadable == 0 && summary.otherKinds == [:])
    #expect(summary.missingPackages == ["libwebp7": 1])
    #expect(try download.folder.photos().allSatisfy { $0.ownPicture?.width != nil })
  }

  @Test("A HEIC file is a picture, wherever its size stands in it")
  func lateHEIC() async throws {
    try download.folder.write("p.heic", bytes: AccountFiles.lateHEIC)
    try download.folder.write("p.heic.json", bytes: Array("{}".utf8))
    let summary = try await download.scan(.galleryDL)
    #expect(summary.photos.new == 1 && summary.photos.unreadable == 0)
    #expect(try download.folder.photos().map { $0.ownPicture?.width } == [4_032])
  }

  @Test("Pictures of posts with IDs of 18 digits are told apart")
  func largeNumbers() async throws {
    try write("1.jpg", #"{"category": "tumblr", "id": 718451345678901248}"#)
    try write("2.jpg", #"{"category": "tumblr", "id": 718451345678901259}"#)
    #expect(try await download.scan(.galleryDL).photos.new == 2)
  }

  @Test(
    "A whole number of JSON is a text with all its digits, and no other number is one",
    arguments: [
      ("718451345678901259", "718451345678901259"), ("-5", "-5"), ("7.0", "7"), ("3.5", nil), ("1e300", nil),
      ("-1e300", nil), ("18446744073709551615", nil),
    ] as [(String, String?)])
  func wholeNumbers(number: String, text: String?) throws {
    let json = try #require(LooseJSON(Array("{\"id\": \(number)}".utf8)))
    #expect(json["id"].text == text)
  }

  @Test("Two downloads with the same photo leave it the picture of the first, until that is missing")
  func twoDownloads() async throws {
    for folder in ["one", "two"] {
      try write("\(folder)/flickr_5189977344.jpg", Self.flickr, comment: folder)
    }
    func scan(_ name: String) async throws -> RefreshSummary {
      try await download.scan(.galleryDL, download.folder.path(name))
    }
    _ = (try await scan("one"), try await scan("two"))
    let photo = try download.photo("5189977344")
    for _ in 0..<2 {
      #expect(photo.ownPicture?.place.path == download.folder.path("one/flickr_5189977344.jpg"))
      #expect(try await scan("one").broughtNothing)
      #expect(try await scan("two").broughtNothing)
    }
    try download.folder.move("one/flickr_5189977344.jpg", to: "elsewhere.jpg")
    #expect(try await scan("two").photos.changed == 1)
    #expect(photo.ownPicture?.place.path == download.folder.path("two/flickr_5189977344.jpg"))
  }
}
