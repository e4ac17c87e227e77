import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import TestSupport
import Testing
import ZipReading

@testable import PhotoLibrary

@MainActor
@Suite("Account downloads of Flickr", .timeLimit(.minutes(10)))
struct AccountDownloadTests {
  private let download: DownloadFolder

  init() throws { download = try DownloadFolder() }

  @Test("A HEIC file in a zip file is a picture, wherever its size stands in it", arguments: [false, true])
  func lateHEIC(isDeflated: Bool) async throws {
    var entry = ZipFile.Entry("sea_5189977344_o.heic", AccountFiles.lateHEIC)
    entry.isDeflated = isDeflated
    try download.folder.write("data-download-1.zip", bytes: ZipFile([entry]).bytes)
    let summary = try await download.scan()
    #expect(summary.photos.new == 1 && summary.photos.unreadable == 0)
    #expect(try download.photo("5189977344").ownPicture?.width == 4_032)
  }

  @Test("A picture that claims an impossible size is shown, and is stacked with those that look like it")
  func impossibleSize() async throws {
    let sides = [UInt8](repeating: 255, count: 8)
    let header = Array("IHDR".utf8) + sides + [8, 6, 0, 0, 0]
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try download.folder.write(
      "sea_5189977344_o.png", bytes: signature + [0, 0, 0, 13] + header + [0, 0, 0, 0])
    try download.folder.write("pier_5189977345_o.jpg", bytes: AccountFiles.picture("pier"))
    try download.folder.write(
      "photo_5189977345.json", bytes: AccountFiles.photo("5189977345", name: "pier").contents)
    try await download.scan()
    let photo = try download.photo("5189977344")
    #expect(photo.ownPicture != nil && photo.largestSize?.width == nil)
    // A library of an earlier version may contain the size.
    let stored = "4294967295x4294967295 \(photo.ownPicture?.place.url ?? "")"
    photo.ownPictureText = stored
    try download.test.context.save()
    await download.test.container.coordinator.drain()
    #expect(photo.largestSize?.width == nil)
    let keeper = LookKeeper(container: download.test.container, pause: .seconds(600))
    for other in try download.test.photos() {
      await keeper.keep(try LooksLibrary.look("a"), of: other.objectID)
    }
    try await keeper.save()
    await download.test.container.coordinator.drain()
    #expect(photo.ownPictureText == stored && photo.look?.stack != nil)
  }

  @Test(
    "become photos with their texts, and the own original as the largest picture", arguments: [false, true])
  func photos(unpacked: Bool) async throws {
    try download.writeAccount(unpacked: unpacked)
    let summary = try await download.scan()
    #expect(summary.photos.new == 6 && summary.photos.unreadable == 2 && summary.otherKinds == ["mp4": 1])
    let unreadable = try #require(summary.unreadableFiles.first)
    #expect(unreadable.path.hasPrefix(download.root + "/") && unreadable.name.hasSuffix(".json"))
    let broken = try #require(summary.unreadableFiles.last)
    #expect(broken.name == "broken_16343358552_o.jpg" && broken.reason == "it is not a picture")
    let photo = try download.photo("45804173955")
    #expect(photo.title == "Défense \"1\"" && photo.subtitle == "By the sea" && photo.tags == "newyork sea")
    #expect(photo.taken == "2015-12-12 13:11:14" && photo.views == 17 && photo.license == "4")
    #expect(photo.uploaded == Date(timeIntervalSince1970: 1_449_986_261))
    #expect(photo.latitude == 51.477_222 && photo.longitude == -0.000_001)
    #expect(photo.photographer?.name == "Ann & Bob" && photo.photographer?.ownerID == "12345678@N00")
    #expect(photo.pageURL == "https://www.flickr.com/photos/ann/45804173955/")
    #expect(photo.largestSize?.width == 6_000 && photo.shot?.camera == "FUJIFILM X-T5")
    let place = try #require(photo.ownPicture?.place)
    if case .file = place { #expect(unpacked) }
    if case .entry(let name, let archive) = place {
      #expect(!unpacked && name == "d-fense_45804173955_o.jpg" && archive.hasPrefix(download.root))
    }
    // The untitled photo, the one without a picture, the one without JSON, and the video.
    #expect(try download.photo("7176952817").latitude == nil)
    #expect(try download.photo("7176952817").ownPicture != nil)
    #expect(try download.photo("100000001").ownPicture == nil)
    #expect(try download.photo("16343358551").title == "20141119_141647")
    #expect(try download.photo("16343358551").taken == "2015-12-12 13:11:14")
    #expect(try download.photo("16343358552").ownPicture == nil)
    #expect(try download.photo("7943051628").media == "video")
    #expect(try await download.test.isSound())
  }

  @Test("A picture without an ID in its name is named")
  func withoutID() async throws {
    try download.writeAccount(unpacked: true)
    try download.folder.write("portrait.jpg", bytes: AccountFiles.picture("p"))
    let summary = try await download.scan()
    #expect(summary.photos.new == 6 && summary.photos.unreadable == 3)
    let place = download.folder.path("portrait.jpg")
    #expect(
      summary.unreadableFiles.contains(
        UnreadableFile(path: place, reason: "its name does not contain the ID of a photo")))
  }

  @Test("A second pass writes nothing", arguments: [false, true])
  func unchanged(unpacked: Bool) async throws {
    try download.writeAccount(unpacked: unpacked)
    try await download.scan()
    let rows = try await download.test.rows()
    let summary = try await download.scan()
    #expect(summary.broughtNothing && summary.photos.unchanged == 6)
    #expect(try await download.test.rows() == rows)
  }

  @Test("A photo that was fetched from Flickr keeps its values, and gets those that it lacks")
  func merging() async throws {
    var record = PhotoRecord("45804173955", "Newer title", by: "12345678@N00", name: "Ann")
    record.views = 99
    record.renditions = [Rendition(suffix: "l", url: "https://example.org/l.jpg", width: 1_024, height: 683)]
    let page = PhotoPage(records: [record])
    let worker = try download.test.makeBackgroundContext()
    _ = try await worker.perform { try PhotoImporter(context: $0, source: "user:ann").run(page) }
    try await worker.save()
    try download.writeAccount(unpacked: false)
    let summary = try await download.scan()
    #expect(summary.photos.new == 5 && summary.photos.changed == 1)
    let photo = try download.photo("45804173955")
    #expect(photo.title == "Newer title" && photo.views == 99 && photo.photographer?.name == "Ann")
    #expect(photo.tags == "newyork sea" && photo.taken == "2015-12-12 13:11:14" && photo.ownPicture != nil)
    #expect(photo.pictureSubject.renditions == record.renditions && photo.largestSize?.width == 6_000)
    // A later page changes the values, and leaves the picture.
    record.title = "Newest title"
    let later = PhotoPage(records: [record])
    _ = try await worker.perform { try PhotoImporter(context: $0, source: "user:ann").run(later) }
    try await worker.save()
    await download.test.container.coordinator.drain()
    #expect(photo.title == "Newest title" && photo.ownPicture != nil)
    #expect(try await download.scan().broughtNothing)
  }

  @Test(
    "The zip files of a download one by one make the same photos, in either order", arguments: [false, true])
  func parts(startsWithPictures: Bool) async throws {
    try download.writeAccount(unpacked: false)
    let descriptions = download.folder.path("72157724905358313_3ac1836c2225_part1.zip")
    let pictures = download.folder.path("data-download-1.zip")
    let parts = startsWithPictures ? [pictures, descriptions] : [descriptions, pictures]
    for part in parts { try await download.scan(.export, part) }
    let photo = try download.photo("45804173955")
    #expect(photo.title == "Défense \"1\"" && photo.subtitle == "By the sea" && photo.tags == "newyork sea")
    #expect(photo.photographer?.ownerID == "12345678@N00" && photo.ownPicture != nil)
    #expect(try download.test.photos().count == 4)
    for part in parts { #expect(try await download.scan(.export, part).broughtNothing) }
  }

  @Test(
    "A secret of ten decimal digits is no ID, whichever zip file is opened first", arguments: [false, true])
  func decimalSecret(startsWithPictures: Bool) async throws {
    let name = "7176952817_1234567890_o.jpg"
    let files = [
      "72157724905358313_3ac1836c2225_part1.zip": AccountFiles.photo("7176952817", name: ""),
      "data-download-1.zip": ZipFile.Entry(name, AccountFiles.picture("1")),
    ]
    for (file, entry) in files { try download.folder.write(file, bytes: ZipFile([entry]).bytes) }
    let parts = files.keys.sorted()
    for part in startsWithPictures ? parts.reversed() : parts {
      try await download.scan(.export, download.folder.path(part))
    }
    #expect(try download.test.photos().map(\.flickrID) == ["7176952817"])
    #expect(try download.photo("7176952817").ownPicture?.place.name == name)
    #expect(try download.photo("7176952817").subtitle == "By the sea")
  }

  @Test("A picture that is missing is marked, and found again elsewhere; one that Flickr deleted is not gone")
  func missing() async throws {
    try download.writeAccount(unpacked: true)
    try await download.scan()
    let photo = try download.photo("45804173955")
    photo.recordGone(photo.pictureSubject, since: Date())
    #expect(!photo.isPictureGone)
    try download.folder.move("data-download-1", to: "elsewhere")
    try download.folder.remove("data-download-2")
    let moved = try await download.scan()
    #expect(moved.gone == 1 && moved.photos.new == 0)
    #expect(photo.ownPicture?.place.path == download.folder.path("elsewhere/d-fense_45804173955_o.jpg"))
    #expect(try download.photo("16343358551").ownPicture == nil)
  }

  @Test("A deleted photo stays deleted, and no file is written into the download")
  func deleted() async throws {
    try download.writeAccount(unpacked: false)
    let before = try FileManager.default.subpathsOfDirectory(atPath: download.root).sorted()
    try await download.scan()
    try await download.test.delete("45804173955")
    let summary = try await download.scan()
    #expect(summary.photos.deleted == 1 && summary.photos.new == 0)
    #expect(try download.test.library.photo("45804173955") == nil)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: download.root).sorted() == before)
  }

  @Test("A damaged zip file is named, the others are imported, and nothing is marked as missing")
  func damaged() async throws {
    try download.writeAccount(unpacked: false)
    try await download.scan()
    let path = download.folder.path("data-download-1.zip")
    try Data([UInt8](try Data(contentsOf: URL(filePath: path))).dropLast(30)).write(to: URL(filePath: path))
    await #expect(throws: ZipError.self) { try await download.scan() }
    #expect(try download.photo("7176952817").ownPicture != nil)
    #expect(try download.test.photos().count == 6)
  }

  @Test("A file whose state cannot be read is named, and nothing is marked as missing")
  func unexamined() async throws {
    try download.writeAccount(unpacked: true)
    try await download.scan()
    try download.folder.remove("data-download-1")
    // A link to a name that is too long stands for a disk that does not answer.
    let path = download.folder.path("data-download-1")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: String(repeating: "x", count: 300))
    await #expect(throws: FolderError.unexamined(path: path)) { try await download.scan() }
    #expect(try download.photo("7176952817").ownPicture != nil)
  }

  @Test("A folder without a download, an empty one and a missing one are refused with a sentence")
  func refusals() async throws {
    await #expect(throws: FolderError.nothingFound(path: download.root, kind: .export)) {
      try await download.scan()
    }
    // Pictures of a camera, whose numbers are no IDs.
    try download.folder.write("IMG_20240102_101010.jpg", bytes: AccountFiles.picture("1"))
    await #expect(throws: FolderError.nothingFound(path: download.root, kind: .export)) {
      try await download.scan()
    }
    try download.folder.remove("IMG_20240102_101010.jpg")
    try download.writeAccount(unpacked: false)
    try await download.scan()
    for name in AccountFiles.archives.keys { try download.folder.remove(name) }
    await #expect(throws: FolderError.empty(path: download.root, photos: 6)) { try await download.scan() }
    let missing = download.folder.path("none")
    await #expect(throws: FolderError.unreadable(path: missing, reason: "it does not exist")) {
      try await download.scan(.export, missing)
    }
    #expect(try download.photo("7176952817").ownPicture != nil)
  }

  @Test("Photos are imported from one zip file after the other, whatever their IDs")
  func order() throws {
    for part in 1...3 {
      let entries = (0..<4).map { ZipFile.Entry("sea_\(5_189_977_000 + 3 * $0 + part)_o.jpg", "picture") }
      try download.folder.write("data-download-\(part).zip", bytes: ZipFile(entries).bytes)
    }
    let items = try Download.read(.export, at: download.root).items
    let parts = (1...3).map { download.folder.path("data-download-\($0).zip") }
    #expect(items.compactMap(\.picture?.path) == parts.flatMap { Array(repeating: $0, count: 4) })
  }

  @Test("Albums have title, description, cover and order")
  func albums() throws {
    try download.writeAccount(unpacked: false)
    let albums = try AccountDownload.read(download.root).albums
    #expect(
      albums == [
        AccountAlbum(
          id: "72157600000000001", title: "Sea & sand", description: "It's wet", cover: "45804173955",
          photos: ["45804173955", "7176952817"], ownerID: "12345678@N00")
      ])
  }

  @Test("Parts that were unpacked into folders are recognized, unless other folders are beside them")
  func unpackedRecognition() throws {
    try download.writeAccount(unpacked: true)
    #expect(LibrarySource.opened(path: download.root) == .download(.export, download.root))
    try download.folder.write("holidays/beach.jpg", bytes: [0xFF])
    #expect(LibrarySource.opened(path: download.root) == .folder(download.root))
  }

  @Test("A folder, and a single zip file, are recognized by their files")
  func recognition() throws {
    #expect(LibrarySource.opened(path: download.root) == .folder(download.root))
    try download.writeAccount(unpacked: false)
    #expect(LibrarySource.opened(path: download.root) == .download(.export, download.root))
    let single = download.folder.path("data-download-2.zip")
    #expect(LibrarySource.opened(path: single).description == "export:" + single)
    #expect(try AccountDownload.read(single).items.map(\.record.id).count == 3)
    #expect(try LibrarySource(parsing: "export:" + single) == .download(.export, single))
    #expect(throws: PhotoSourceError("export:", form: "export:DIR")) { try LibrarySource(parsing: "export:") }
  }

  @Test(
    "Whole numbers are millionths of degrees, also near the equator and the meridian of Greenwich",
    arguments: [
      (51_477_222, -1, [51.477_222, -0.000_001]), (-30, -78_467_834, [-0.000_03, -78.467_834]),
      (50, -83, [0.000_05, -0.000_083]), (-33_856_784, 151_215_297, [-33.856_784, 151.215_297]),
      (0, 9_450_000, [0, 9.45]), (51.5, -1, [51.5, -1]), (51, -1.25, [51, -1.25]), (0, 0, nil),
      (90.5, 1, nil), (nil, 1_000_000, nil), (1_000_000, nil, nil), (90_000_001, 0, nil),
      (0, -180_000_001, nil),
    ] as [(Double?, Double?, [Double]?)])
  func degrees(latitude: Double?, longitude: Double?, degrees: [Double]?) {
    let place = DownloadText.place(latitude: latitude, longitude: longitude)
    #expect(place.map { [$0.latitude, $0.longitude] } == degrees)
  }

  @Test(
    "The ID is found wherever it stands in a name",
    arguments: [
      ("7176952817_91ac1d3d90_o.jpg", "7176952817"), ("7176952817_1234567890_o.jpg", "7176952817"),
      ("1234567_7943051628_o.jpg", "7943051628"), ("1417051794305_7943051628_o.jpg", "7943051628"),
      ("manfred-p-eventyr_5189977344_o.jpg", "5189977344"),
      ("vid_20120906_1417051_7943051628.mp4", "7943051628"), ("d-fr-bning-_45804173955_o.JPG", "45804173955"),
      ("20141119_141647_16343358551_o.jpg", "16343358551"), ("20141119_5189977344_o.jpg", "5189977344"),
      ("5189977344.png", "5189977344"), ("img_1234.jpg", nil), ("_o.jpg", nil), (".jpg", nil), ("a.txt", nil),
    ] as [(String, String?)])
  func names(name: String, id: String?) {
    #expect(MediaName(name)?.candidates.first == id)
  }

  @Test(
    "Of several numbers in a name, the one that the download describes is the ID",
    arguments: ["5189977344", "1234567890"])
  func knownName(id: String) throws {
    let name = "5189977344_1234567890_o.jpg"
    try download.folder.write("photo_\(id).json", bytes: AccountFiles.photo(id, name: "Sea").contents)
    try download.folder.write(name, bytes: AccountFiles.picture("1"))
    let items = try AccountDownload.read(download.root).items
    #expect(items.map(\.record.id) == [id] && items.first?.picture?.name == download.folder.path(name))
  }

  @Test("Numbers in the names of other pictures beside a download are no IDs")
  func otherPictures() async throws {
    try download.writeAccount(unpacked: false)
    let days = ["20240101", "20240102"].map { "IMG_\($0)_101010.jpg" }
    for name in days { try download.folder.write("camera/" + name, bytes: AccountFiles.picture(name)) }
    let zipped = ZipFile([.init("IMG_20240103_101010.jpg", AccountFiles.picture("3"))])
    try download.folder.write("holidays.zip", bytes: zipped.bytes)
    // Others than those of Flickr's zip files have its forms of names, or numbers that are described.
    for name in ["7176952818_0a1b2c3d4e.jpg", "sea_5189977344_o.jpg", "20150101_100000001.jpg"] {
      try download.folder.write("all/" + name, bytes: AccountFiles.picture(name))
    }
    let summary = try await download.scan()
    #expect(summary.photos.new == 8 && summary.photos.unreadable == 5)
    let named = summary.unreadableFiles.filter { $0.reason == "its name does not contain the ID of a photo" }
    let expected = days.map { "camera/" + $0 } + ["holidays.zip/IMG_20240103_101010.jpg"]
    #expect(Set(named.map(\.path)) == Set(expected.map { download.folder.path($0) }))
    #expect(try download.test.library.photo("101010") == nil)
    for id in ["7176952818", "5189977344", "100000001"] {
      #expect(try download.photo(id).ownPicture != nil)
    }
  }

  @Test("Zip files with the names of 2025 are recognized, and those of other programs are not")
  func archiveNames() throws {
    let name = "data_72157724905358313_3ac1836c2225_1.zip"
    try download.folder.write(
      name, bytes: ZipFile([.init("sea_5189977344.jpg", AccountFiles.picture("1"))]).bytes)
    #expect(LibrarySource.opened(path: download.root) == .download(.export, download.root))
    #expect(try AccountDownload.read(download.root).items.map(\.record.id) == ["5189977344"])
    try download.folder.move(name, to: "data_2024_12_1.zip")
    #expect(LibrarySource.opened(path: download.root) == .folder(download.root))
    #expect(try AccountDownload.read(download.root).items.isEmpty)
  }
}
