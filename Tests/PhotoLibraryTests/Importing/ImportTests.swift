import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

@MainActor
@Suite("Importing a page")
struct ImportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var page: [PhotoRecord]
    var skipped = 0
    /// New, changed, unchanged, skipped.
    var counts: [Int]
    var overview: [String]
  }

  /// Pages that come when Ann's photos 1 and 2 and Bob's 3 are there.
  nonisolated static let pages = [
    Case(testDescription: "nothing", page: [], counts: [0, 0, 0, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "what is known", page: [.init("1"), .init("2"), .init("3", by: "2@N00", name: "Bob")],
      counts: [0, 0, 3, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a new photo of a known photographer", page: [.init("1"), .init("4")],
      counts: [1, 0, 1, 0], overview: ["Ann: 1 2 4", "Bob: 3"]),
    Case(
      testDescription: "a changed title", page: [.init("1", "Another")], counts: [0, 1, 0, 0],
      overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "entries without an id", page: [.init("4")], skipped: 2, counts: [1, 0, 0, 2],
      overview: ["Ann: 1 2 4", "Bob: 3"]),
    Case(
      testDescription: "photos of a new photographer, once per owner id",
      page: [.init("4", by: "3@N00", name: "Cy"), .init("5", by: "3@N00", name: "Cy")],
      counts: [2, 0, 0, 0], overview: ["Ann: 1 2", "Bob: 3", "Cy: 4 5"]),
    Case(
      testDescription: "two people of one name",
      page: [.init("4", by: "3@N00", name: "Ann"), .init("5", by: "4@N00", name: "Ann")],
      counts: [2, 0, 0, 0], overview: ["Ann: 1 2", "Bob: 3", "Ann: 4", "Ann: 5"]),
    Case(
      testDescription: "a known photographer under another name", page: [.init("1", name: " Anna ")],
      counts: [0, 0, 1, 0], overview: ["Anna: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a new photo twice", page: [.init("4"), .init("4", "Later")],
      counts: [1, 0, 1, 0], overview: ["Ann: 1 2 4", "Bob: 3"]),
    Case(
      testDescription: "a changed photo twice", page: [.init("1", "Later"), .init("1", "Later")],
      counts: [0, 1, 1, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a photo that is changed and changed back", page: [.init("1", "Later"), .init("1")],
      counts: [0, 0, 2, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a photo of another owner", page: [.init("1", by: "2@N00", name: "Bob")],
      counts: [0, 1, 0, 0], overview: ["Ann: 2", "Bob: 1 3"]),
    Case(
      testDescription: "the last photo of a photographer, of another owner", page: [.init("3")],
      counts: [0, 1, 0, 0], overview: ["Ann: 1 2 3"]),
    Case(
      testDescription: "a photo that moves away and comes back",
      page: [.init("3"), .init("3", by: "2@N00", name: "Bob")],
      counts: [0, 0, 2, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a photo that moves away before another one comes",
      page: [.init("3"), .init("4", by: "2@N00", name: "Bob")],
      counts: [1, 1, 0, 0], overview: ["Ann: 1 2 3", "Bob: 4"]),
    Case(
      testDescription: "a new photo that moves within the page, and another of who had it",
      page: [.init("4", by: "3@N00", name: "Cy"), .init("4"), .init("5", by: "3@N00", name: "Cy")],
      counts: [2, 0, 1, 0], overview: ["Ann: 1 2 4", "Bob: 3", "Cy: 5"]),
    Case(
      testDescription: "a new photo that moves within the page", page: [.init("4", by: "3@N00"), .init("4")],
      counts: [1, 0, 1, 0], overview: ["Ann: 1 2 4", "Bob: 3"]),
    Case(
      testDescription: "a known photo of which the owner is not said", page: [.init("3", by: nil, name: nil)],
      counts: [0, 0, 1, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a new photo of which the owner is not said",
      page: [.init("4", by: nil, name: nil), .init("5", by: nil, name: nil)],
      counts: [2, 0, 0, 0], overview: ["Unknown: 4 5", "Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a photo of which only the id is said", page: [PhotoRecord(id: "1")],
      counts: [0, 0, 1, 0], overview: ["Ann: 1 2", "Bob: 3"]),
    Case(
      testDescription: "a new photographer without a name", page: [.init("4", by: "3@N00", name: nil)],
      counts: [1, 0, 0, 0], overview: ["Ann: 1 2", "Bob: 3", "3@N00: 4"]),
    Case(
      testDescription: "a known photographer without a name", page: [.init("1", name: nil)],
      counts: [0, 0, 1, 0], overview: ["Ann: 1 2", "Bob: 3"]),
  ]

  @Test("counts what came and leaves photos with their photographers", arguments: pages)
  func counts(_ expected: Case) async throws {
    let library = try TestLibrary()
    try await library.importPhotos([.init("1"), .init("2"), .init("3", by: "2@N00", name: "Bob")])
    let summary = try await library.importPhotos(expected.page, skipped: expected.skipped)
    #expect([summary.new, summary.changed, summary.unchanged, summary.skipped] == expected.counts)
    #expect(try library.overview() == expected.overview)
    #expect(try await library.isSound())
  }

  @Test(
    "gives photos the title, else the description without markup, else “Unknown”",
    arguments: [
      (" Sea ", "About <b>it</b>", "Sea"), ("\n\t ", " <i>Waves</i> &amp; wind\n", "Waves & wind"),
      ("", "<p> </p>&nbsp;", "Unknown"), (nil, nil, "Unknown"), (nil, "Waves", "Waves"),
      ("<b>", nil, "<b>"), ("日本の海", nil, "日本の海"),
    ] as [(String?, String?, String)])
  func titles(title: String?, description: String?, shown: String) async throws {
    let library = try TestLibrary()
    var record = PhotoRecord("1", title)
    record.description = description
    try await library.importPhotos([record])
    let photo = try library.photo("1")
    #expect(photo.title == shown)
    #expect(photo.rawTitle == title && photo.rawDescription == description)
  }

  @Test("Importing a photo with better text changes its title")
  func laterTitle() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([.init("1", nil)])
    var described = PhotoRecord("1", nil)
    described.description = "Waves"
    try await library.importPhotos([described])
    #expect(try library.photo("1").title == "Waves")
    try await library.importPhotos([.init("1", "Sea")])
    #expect(try library.photo("1").title == "Sea")
    #expect(try library.photo("1").subtitle == "Waves")
    try await library.importPhotos([.init("1", " ")])
    #expect(try library.photo("1").title == "Waves")
  }

  @Test("Known images are kept when a feed lists one of them again, and not when it lists another")
  func images() async throws {
    let library = try TestLibrary()
    let full = PhotoRecord.full("1")
    try await library.importPhotos([full])
    var listed = full
    listed.renditions = try [#require(full.renditions.first)].map {
      Rendition(suffix: $0.suffix, url: $0.url)
    }
    let summary = try await library.importPhotos([listed])
    #expect(summary.changed == 0 && summary.unchanged == 1)
    #expect(try library.photo("1").record.renditions == full.renditions)
    listed.renditions[0].url += "?other"
    try await library.importPhotos([listed])
    #expect(try library.photo("1").record.renditions == listed.renditions)
    // A response with sizes lists all images: one that is missing was withdrawn.
    try await library.importPhotos([full])
    listed.renditions = Array(full.renditions.prefix(1))
    try await library.importPhotos([listed])
    #expect(try library.photo("1").record.renditions == listed.renditions)
  }

  @Test("A feed neither changes the precision of a known date nor gives a date to a photo without one")
  func feedDates() async throws {
    let library = try TestLibrary()
    var photos = FlickrAnswers.photos(4)
    for index in photos.indices { photos[index].description = "" }
    photos[0].takenGranularity = 6
    photos[1].isTakenUnknown = true
    func imported(_ text: String) async throws -> ImportSummary {
      try await library.importPhotos(PhotoPageDecoder.decode(Array(text.utf8)).records)
    }
    func dates() throws -> [String] {
      try photos.map(\.id).map { id in
        let photo = try library.photo(id)
        return "\(photo.taken ?? "unknown") \(photo.takenGranularity)"
      }
    }
    let time = photos[0].taken
    let known = ["\(time) 6", "unknown 0", "\(time) 0"]
    // The last photo is known from the feed alone.
    #expect(try await imported(FlickrAnswers.page(photos: Array(photos.prefix(3)))).new == 3)
    #expect(try await imported(FlickrAnswers.feed(photos: photos)).new == 1)
    #expect(try dates() == known + ["\(time) 0"])
    let again = try await imported(FlickrAnswers.page(photos: Array(photos.prefix(3))))
    #expect(again.changed == 0 && again.unchanged == 3)
    // The owner changes dates.
    for index in [2, 3] { photos[index].taken = "2001-02-03 04:05:06" }
    #expect(try await imported(FlickrAnswers.feed(photos: photos)).changed == 2)
    #expect(try dates() == Array(known.prefix(2)) + ["2001-02-03 04:05:06 0", "2001-02-03 04:05:06 0"])
    photos[1].isTakenUnknown = false
    _ = try await imported(FlickrAnswers.page(photos: photos))
    #expect(try dates()[1] == "\(time) 0")
  }

  @Test(
    "A feed gives no date to a photo of a download without one", arguments: [DownloadKind.export, .galleryDL])
  func feedDateOfDownload(kind: DownloadKind) async throws {
    let download = try DownloadFolder()
    let json =
      switch kind {
      case .export: #"{"id": "5189977344", "date_taken": "0000-00-00 00:00:00", "count_views": "3"}"#
      case .galleryDL:
        #"{"category": "flickr", "id": 5189977344, "datetaken": "2020-01-02 03:04:05", "#
          + #""datetakenunknown": "1", "views": 3}"#
      }
    try download.folder.write("sea_5189977344_o.jpg", CameraFile())
    try download.folder.write(
      kind == .export ? "photo_5189977344.json" : "sea_5189977344_o.jpg.json", bytes: Array(json.utf8))
    #expect(try await download.scan(kind).photos.new == 1)
    var record = PhotoRecord("5189977344", "Sea")
    record.taken = TakenDate(localTime: "2020-01-02 03:04:05")
    record.isFeedItem = true
    try await download.test.importPhotos([record])
    await download.test.container.coordinator.drain()
    let photo = try download.photo("5189977344")
    #expect(photo.title == "Sea" && photo.largestSize?.width == 6_000 && photo.taken == nil)
    // The API has a date only if it is known.
    record.isFeedItem = nil
    try await download.test.importPhotos([record])
    await download.test.container.coordinator.drain()
    #expect(photo.taken == "2020-01-02 03:04:05")
  }

  @Test("keeps everything that a record says")
  func everything() async throws {
    let library = try TestLibrary()
    let record = PhotoRecord.full("1")
    try await library.importPhotos([record])
    #expect(try library.photo("1").record == record)
    #expect(try library.photo("1").subtitle == "By the sea & more of it")
  }

  @Test("leaves alone what a record does not say")
  func silence() async throws {
    let library = try TestLibrary()
    let record = PhotoRecord.full("1")
    try await library.importPhotos([record])
    let rows = try await library.rows()
    let summary = try await library.importPhotos([PhotoRecord(id: "1")])
    #expect(summary.unchanged == 1)
    #expect(try await library.rows() == rows)
  }

  @Test("Importing a photo whose date is no longer known removes the date")
  func unknownTime() async throws {
    let library = try TestLibrary()
    var record = PhotoRecord.full("1")
    try await library.importPhotos([record])
    record.taken = TakenDate(localTime: "2023-11-14 22:13:20", granularity: 4, isUnknown: true)
    #expect(try await library.importPhotos([record]).changed == 1)
    record.taken = nil
    #expect(try library.photo("1").record == record)
    #expect(try library.photo("1").takenGranularity == 0)
  }

  @Test("writes nothing when the page is known")
  func nothingToWrite() async throws {
    let library = try TestLibrary()
    let page = (0..<50).map { PhotoRecord.full("\($0)", by: "\($0 / 3)@N00", name: "Owner \($0 / 3)") }
    #expect(try await library.importPhotos(page).new == 50)
    let rows = try await library.rows()
    #expect(rows.allSatisfy { $0.version == 1 })
    let worker = try library.makeBackgroundContext()
    let hasChanges = try await worker.perform { context in
      _ = try PhotoImporter(context: context).run(PhotoPage(records: page))
      return context.hasChanges
    }
    #expect(!hasChanges)
    #expect(try await library.importPhotos(page).unchanged == 50)
    #expect(try await library.rows() == rows)
  }

  @Test("sorts names and titles as people do, and by their first letter")
  func sorting() async throws {
    let library = try TestLibrary()
    let names = ["émile", "“Zoë”", "9 lives", "Eva 10", "Eva 9", "日本", "★"]
    try await library.importPhotos(
      names.enumerated().map { PhotoRecord("\($0.offset)", by: "\($0.offset)@N00", name: $0.element) })
    let photographers = try library.context.fetch(
      FetchRequest<Photographer>(order: [FetchOrder("initial"), FetchOrder("sortName")]))
    #expect(photographers.map(\.name) == ["9 lives", "★", "émile", "Eva 9", "Eva 10", "“Zoë”", "日本"])
    #expect(photographers.map(\.initial) == ["#", "#", "E", "E", "E", "Z", "日"])
  }
}
