import Flickr
import Foundation
import ObjectGraph
import PictureLooks
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor @Suite("A query")
struct PhotoQueryTests {
  private typealias Term = PhotoQuery.Term

  /// The folder of the library of a test.
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Words and facets are told apart, and quotes keep blanks together")
  func parsing() throws {
    let query = try PhotoQuery("red by:\"Ann Lee\" house -tag:sea year:2024")
    #expect(query.text == "red house")
    #expect(
      query.terms == [
        Term(facet: .by, value: "Ann Lee", isExcluded: false),
        Term(facet: .tag, value: "sea", isExcluded: true),
        Term(facet: .year, value: "2024", isExcluded: false),
      ])
  }

  @Test(
    "What follows a quote without a blank belongs to the value",
    arguments: [
      ("near:\"Paris, Texas\",20km red", "Paris, Texas,20km", "red"), ("near:\"a \"\"b\"c", "a \"bc", ""),
      ("near:\"a\" b", "a", "b"), ("near:\"a b", "a b", ""), ("near:a\"b c", "a\"b", "c"),
    ])
  func endOfValue(text: String, value: String, rest: String) throws {
    let query = try PhotoQuery(text)
    #expect(query.terms == [Term(facet: .near, value: value)] && query.text == rest)
    #expect(try PhotoQuery(query.narrowedText(by: Term(facet: .tag, value: "x"))).terms.first?.value == value)
  }

  @Test(
    "What is no facet is text as it stands",
    arguments: [
      "-x \"$(touch oops)\" 'y'", "a  b", "http://x", "yer:2020", "by", "\"by:ann\"", "12:30", ":", "-",
    ])
  func plainText(text: String) throws {
    let query = try PhotoQuery(text)
    #expect(query.text == text && query.terms.isEmpty)
  }

  @Test("A facet without a value, and values that exclude each other, are refused")
  func refusing() throws {
    #expect(throws: PhotoQueryError.empty(.tag)) { try PhotoQuery("sea tag:") }
    #expect(throws: PhotoQueryError.contradiction(.year, "2020", "2021")) {
      try PhotoQuery("year:2020 year:2021")
    }
    _ = try PhotoQuery(
      "media:photo media:Photo flag:Pick flag:pick label:RED label:red color:Teal color:teal")
    _ = try PhotoQuery("year:2020 -year:2021 tag:a tag:b month:7 month:2020-07 license:by license:by-sa")
  }

  @Test(
    "The text of a query that a facet narrows has the same words and facets, also after an open quote",
    arguments: [
      ("", "flag:none"), ("red  house", "red  house flag:none"), ("tag:\"sea", "tag:sea flag:none"),
      ("tag:\"sea view", "tag:\"sea view\" flag:none"), ("-by:\"a\"\"b", "-by:\"a\"\"b\" flag:none"),
      ("red flag:pick house -flag:reject year:2024", "red house year:2024 flag:none"),
    ])
  func narrowing(text: String, narrowed: String) throws {
    let term = Term(facet: .flag, value: "none")
    #expect(try PhotoQuery(text).narrowedText(by: term, without: .flag) == narrowed)
    let tag = Term(facet: .tag, value: "a b")
    let query = try PhotoQuery(PhotoQuery(text).narrowedText(by: tag))
    #expect(query.terms == (try PhotoQuery(text).terms) + [tag])
  }

  @Test(
    "A value that does not fit its facet is refused",
    arguments: [
      "year:20", "year:x", "month:13", "month:2020", "taken:yesterday", "taken:2020-1", "views:many",
      "has:money",
      "license:mine", "near:1,2,3km,4", "near:95,0", "near:1,2,-3km", "place:Lisbon", "place:91,0",
      "views:..", "near:Atlantis", "color:beige", "is:good",
    ])
  func values(text: String) async throws {
    let library = try await self.library(count: 0, seed: 1)
    #expect(throws: PhotoQueryError.self) { try library.predicate(of: PhotoQuery(text)) }
  }

  // MARK: Counts and lists

  private static let names = ["Ann", "Annabel", "Bob Lee", "Éva"]
  private static let tags = ["sea", "Sea", "seagull", "harbor", "ärger", "x"]

  /// A library of photos with random properties.
  private func library(count: Int, seed: UInt64) async throws -> PhotoLibrary {
    var random = SeededGenerator(seed: seed)
    let library = try PhotoLibrary(folder: folder.url)
    for source in ["feed:a", "tag:b"] {
      let records = (0..<count).map { _ in Self.record(&random) }
      let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
      _ = try await worker.perform {
        try PhotoImporter(context: $0, source: source).run(PhotoPage(records: records, skipped: 0))
      }
      try await worker.save()
    }
    try Self.addShots(to: library, &random)
    try Self.addLooks(to: library, &random)
    try Self.addFiles(to: library, &random)
    try Self.addAlbums(to: library, &random)
    await library.container.coordinator.drain()
    return library
  }

  /// Gives a part of the photos settings of cameras, some without values.
  private static func addShots(to library: PhotoLibrary, _ random: inout SeededGenerator) throws {
    for photo in try library.context.fetch(FetchRequest<Photo>()) where Bool.random(using: &random) {
      var record = ShotRecord()
      record.camera = ["Nikon D700", "Nikon D7000", "nikon d700", nil].randomElement(using: &random) ?? nil
      record.lens = ["50 mm", "50 mm f/1.4", nil].randomElement(using: &random) ?? nil
      record.iso = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) * 100 : nil
      record.aperture = [1.4, 2, 2.8, nil].randomElement(using: &random) ?? nil
      let shot = try library.context.insert(Shot.self)
      shot.set(record)
      shot.photo = photo
    }
    try library.context.save()
  }

  /// Gives a part of the photos looks, some without color, and some of them a place in a stack.
  private static func addLooks(to library: PhotoLibrary, _ random: inout SeededGenerator) throws {
    for photo in try library.context.fetch(FetchRequest<Photo>()) where Bool.random(using: &random) {
      let look = try library.context.insert(Look.self)
      var bytes = (0..<PictureLook.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes[20] = [0, 3, 4, 200].randomElement(using: &random) ?? 0
      look.set(try #require(PictureLook(bytes: bytes)), madeOf: nil)
      if Bool.random(using: &random) { look.stack = Int.random(in: 1...9, using: &random) }
      photo.look = look
    }
    try library.context.save()
  }

  /// Gives a part of the photos files in some folders, of which some are missing.
  private static func addFiles(to library: PhotoLibrary, _ random: inout SeededGenerator) throws {
    for root in ["/photos", "/other"] { _ = try Source.named("folder:" + root, in: library.context) }
    let folders = FacetExamples.folders.keys.sorted()
    for photo in try library.context.fetch(FetchRequest<Photo>()) where Bool.random(using: &random) {
      for number in 0..<Int.random(in: 1...3, using: &random) {
        let file = try library.context.insert(LocalFile.self)
        file.folder = folders.randomElement(using: &random) ?? ""
        file.name = "\(photo.flickrID)-\(number).jpg"
        file.missingSince = Bool.random(using: &random) ? Date() : nil
        file.photo = photo
      }
    }
    try library.context.save()
  }

  @Test(
    "Colors and kinds of photos select the same photos as their definitions",
    arguments: Seeds.range(quick: 1, long: 20))
  func looks(_ seed: UInt64) async throws {
    let library = try await self.library(count: 150, seed: seed)
    let photos = try library.context.fetch(FetchRequest<Photo>())
    var examples: [(String, (Photo) -> Bool)] = [
      ("is:bw", { $0.look?.value?.isGray == true }), ("is:dup", { $0.look?.stack != nil }),
      ("is:copy", { photo in photo.files.count { $0.missingSince == nil } > 1 }),
      ("-is:bw", { $0.look?.value?.isGray != true }),
    ]
    for hue in PictureHue.allCases {
      examples.append(("color:\(hue.name)", { $0.look?.value?.hue == hue }))
    }
    for (text, isMatch) in examples {
      let condition = try library.predicate(of: PhotoQuery(text))
      let found = try library.context.fetch(FetchRequest<Photo>(where: condition)).map(\.flickrID)
      #expect(found.sorted() == photos.filter(isMatch).map(\.flickrID).sorted(), "seed \(seed): \(text)")
    }
    #expect(photos.count { $0.look?.hue == 0 } > 10 && photos.count { $0.look?.value?.hue != nil } > 10)
    #expect(throws: PhotoQueryError.contradiction(.color, "red", "teal")) {
      try PhotoQuery("color:red color:teal")
    }
  }

  /// Puts a part of the photos into albums, two of which have the same title.
  private static func addAlbums(to library: PhotoLibrary, _ random: inout SeededGenerator) throws {
    let photos = try library.context.fetch(FetchRequest<Photo>())
    for title in ["Lisbon", "lisbon at night", "Empty", "Sea"] {
      let album = try library.createAlbum(named: title)
      guard title != "Empty" else { continue }
      try library.add(photos.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }, to: album)
    }
    try library.album(named: "Sea")?.title = "Lisbon"
    try library.context.save()
  }

  @Test(
    "Ranges of numbers of cameras leave out photos without them, and a camera is found whole or by a part",
    arguments: Seeds.range(quick: 1, long: 20))
  func shots(_ seed: UInt64) async throws {
    let library = try await self.library(count: 150, seed: seed)
    let photos = try library.context.fetch(FetchRequest<Photo>())
    let examples: [(String, (Shot) -> Bool)] = [
      ("iso:>800", { ($0.iso ?? 0) > 800 }), ("iso:400..800", { (400...800).contains($0.iso ?? 0) }),
      ("f:<2", { ($0.aperture ?? 9) < 2 }), ("f:2..2.8", { (2...2.8).contains($0.aperture ?? 0) }),
      ("camera:\"Nikon D700\"", { $0.camera == "Nikon D700" }),
      ("camera:NIKON", { $0.camera != nil }), ("lens:1.4", { $0.lens == "50 mm f/1.4" }),
      ("has:camera", { $0.camera != nil }), ("mm:>1", { _ in false }),
    ]
    for (text, isMatch) in examples {
      let condition = try library.predicate(of: PhotoQuery(text))
      let found = try library.context.fetch(FetchRequest<Photo>(where: condition)).map(\.flickrID)
      let expected = photos.filter { $0.shot.map(isMatch) ?? false }.map(\.flickrID)
      #expect(Set(found) == Set(expected) && found.count == expected.count, "seed \(seed): \(text)")
    }
  }

  private static func record(_ random: inout SeededGenerator) -> PhotoRecord {
    var record = PhotoRecord(id: "\(Int.random(in: 1...400, using: &random))")
    record.title = "Photo"
    let owner = names.indices.randomElement(using: &random) ?? 0
    (record.ownerID, record.ownerName) = ("\(owner)@N00", names[owner])
    record.tags = tags.filter { _ in Bool.random(using: &random) }.joined(separator: " ")
    if Bool.random(using: &random) { record.license = "\(Int.random(in: 0...16, using: &random))" }
    if Bool.random(using: &random) {
      let (year, month) = (
        Int.random(in: 2019...2022, using: &random), Int.random(in: 1...12, using: &random)
      )
      let granularity = [0, 0, 0, 4, 6, 8].randomElement(using: &random) ?? 0
      let text = "\(month < 10 ? "0" : "")\(month)"
      let rest = granularity == 0 ? "\(text)-15 12:00:00" : "\(granularity == 4 ? text : "01")-01 00:00:00"
      record.taken = TakenDate(localTime: "\(year)-\(rest)", granularity: granularity)
    }
    if Bool.random(using: &random) {
      record.latitude = Double.random(in: -80...80, using: &random)
      record.longitude = Double.random(in: -180...180, using: &random)
    }
    record.views = Int.random(in: 0...200, using: &random)
    return record
  }

  @Test("Words that look like facets and are none are named")
  func unknownFacets() throws {
    #expect(try PhotoQuery("yaer:2024 by:ann").unknownFacets == ["yaer"])
    #expect(try PhotoQuery("-coler:red").unknownFacets == ["coler"])
    #expect(try PhotoQuery("16:9 https://a.b x: A:b ratio").unknownFacets == [])
  }

  @Test(
    "The count of each value equals the length of the list that it leads to",
    arguments: Seeds.range(quick: 4, long: 40))
  func counts(_ seed: UInt64) async throws {
    let library = try await self.library(count: 150, seed: seed)
    let present = [nil, try PhotoQuery("-tag:harbor views:>50"), try PhotoQuery("by:Ann")]
    for query in present {
      let condition = try query.flatMap { try library.predicate(of: $0) }
      let photos = try library.context.fetch(FetchRequest<Photo>(where: condition))
      for facet in PhotoFacet.allCases {
        let values = try await library.values(of: facet, startingWith: "", where: condition)
        let expected = Set(photos.flatMap { FacetExamples.values(of: facet, in: $0) })
        #expect(Set(values.map(\.text)) == expected, "seed \(seed): \(facet)")
        for value in values {
          let term = try PhotoQuery("\(facet.rawValue):\"\(value.text)\"")
          let both = try [condition, library.predicate(of: term)].compactMap { $0 }
          let count = try library.context.count(FetchRequest<Photo>(where: .and(both)))
          #expect(
            count == value.count, "seed \(seed): \(facet):\(value.text) of \(String(describing: query))")
        }
      }
    }
    let tags = try await library.values(of: .tag, startingWith: "SEA", where: nil)
    #expect(Set(tags.map(\.text)) == ["sea", "seagull"])
    #expect(tags.map(\.count) == tags.map(\.count).sorted(by: >))
  }

  @Test(
    "The count of each group equals the length of the list that its query selects",
    arguments: Seeds.range(quick: 4, long: 40))
  func groups(_ seed: UInt64) async throws {
    let library = try await self.library(count: 150, seed: seed)
    let photos = try library.context.fetch(FetchRequest<Photo>())
    for grouping in PhotoGrouping.allCases {
      let groups = try await library.groups(by: grouping)
      #expect(Set(groups.map(\.query)).count == groups.count, "seed \(seed): \(grouping)")
      for group in groups {
        let condition = try library.predicate(of: PhotoQuery(group.query))
        let count = try library.context.count(FetchRequest<Photo>(where: condition))
        #expect(count == group.count && count > 0, "seed \(seed): \(group.query)")
      }
      if [.tags, .sources, .albums].contains(grouping) {
        let values = photos.map { FacetExamples.values(of: grouping.facet, in: $0) }
        let rest = values.contains([]) ? [grouping.nameOfRest] : []
        #expect(
          groups.map(\.name).sorted() == (Set(values.joined()) + rest).sorted(), "seed \(seed): \(grouping)")
      } else if grouping != .folders {
        // A photo is in the groups of all its folders, and of those around them.
        #expect(groups.map(\.count).reduce(0, +) == (try library.photoCount()), "seed \(seed): \(grouping)")
      }
    }
  }

  @Test("A place is in the square whose condition it meets, however close to an edge it is")
  func cells() throws {
    for tenths in [-1_800, -901, -900, -1, 0, 1, 3, 7, 29, 877, 899, 900, 1_799, 1_800] {
      for degrees in [Double(tenths) / 10, (Double(tenths) / 10).nextUp, (Double(tenths) / 10).nextDown] {
        guard let cell = PlaceCell(latitude: 0, longitude: degrees) else {
          #expect(abs(degrees) > 180)
          continue
        }
        #expect(degrees >= Double(cell.west) / 10 && degrees < Double(cell.west + 1) / 10, "\(degrees)")
        #expect(PlaceCell(cell.text) == cell, "\(degrees)")
      }
    }
    #expect(PlaceCell("-33.85, 151.2")?.name == "33.9° S 151.2° E")
    let cells = ["64.1,-21.9", "48.8,-1", "48.8,2.3", "-33.9,18.4", "-33.9,151.2"].map(PlaceCell.init)
    #expect(cells.map { $0?.sortKey ?? "" } == cells.map { $0?.sortKey ?? "" }.sorted())
    #expect(PlaceCell("91,0") == nil && PlaceCell("1") == nil && PlaceCell("nan,0") == nil)
  }

  @Test("A place has the name of the tag that most of its photos have and few others")
  func placeNames() throws {
    let (lisbon, paris) = (try #require(PlaceCell("38.7,-9.1")), try #require(PlaceCell("48.8,2.3")))
    var names = PlaceNames()
    for tags in ["lisboa portugal film", "lisboa film", "film tram"] { names.add(tags, in: lisbon) }
    for tags in ["paris film", "film", "film 2024"] { names.add(tags, in: paris) }
    #expect(names.name(of: lisbon) == "lisboa")
    #expect(names.name(of: paris) == "film")
    #expect(names.counts == [lisbon: 3, paris: 3])
  }

  @Test("The name of a place counts whatever its case, and with or without accents")
  func placeNamesInAnyCase() async throws {
    let library = try await self.library(count: 150, seed: 7)
    let known = try library.predicate(of: PhotoQuery("near:harbor,100km"))
    for name in ["Harbor", "HARBOR", "Hárbor"] {
      #expect(try library.predicate(of: PhotoQuery("near:\(name),100km")) == known)
    }
  }

  @Test("Ranges, places and months select the same photos as their definitions")
  func ranges() async throws {
    let library = try await self.library(count: 150, seed: 7)
    let photos = try library.context.fetch(FetchRequest<Photo>())
    func check(_ text: String, _ isMatch: (Photo) -> Bool) throws {
      let found = try library.context.fetch(
        FetchRequest<Photo>(where: library.predicate(of: PhotoQuery(text))))
      #expect(Set(found.map(\.flickrID)) == Set(photos.filter(isMatch).map(\.flickrID)), "\(text)")
      #expect(!found.isEmpty, "\(text)")
    }
    try check("views:>100") { $0.views ?? -1 > 100 }
    try check("views:50..60") { (50...60).contains($0.views ?? -1) }
    try check("views:<=20") { $0.views ?? 999 <= 20 }
    try check("year:2020..2021") { $0.taken.map { ("2020"..<"2022").contains($0) } ?? false }
    try check("month:7") { $0.taken?.dropFirst(5).hasPrefix("07") ?? false && $0.takenGranularity <= 4 }
    try check("taken:>2020-06") { $0.taken.map { $0 >= "2020-07" } ?? false }
    try check("taken:<2020-06") { photo in
      photo.taken.map { $0 < (photo.takenGranularity <= 4 ? "2020-06" : "2020") } ?? false
    }
    try check("-has:place") { $0.latitude == nil }
    try check("near:0,179,2500km") {
      guard let latitude = $0.latitude, let longitude = $0.longitude else { return false }
      let width = 2_500 / 111.2
      return abs(latitude) <= width && (longitude >= 179 - width || longitude <= 179 + width - 360)
    }
    try check("by:\"Bob Lee\" tag:sea") {
      $0.photographer?.name == "Bob Lee" && ($0.tags ?? "").lowercased().split(separator: " ").contains("sea")
    }
  }

  @Test("A search is saved under its name, replaced, deleted, and all of it undone")
  func savedSearches() async throws {
    let library = try await self.library(count: 3, seed: 1)
    try library.saveSearch(named: "gulls", "tag:seagull")
    try library.saveSearch(named: "gulls", "tag:seagull year:2020")
    #expect(try library.savedSearches().map(\.text) == ["tag:seagull year:2020"])
    try library.undo()
    #expect(try library.savedSearch(named: "gulls")?.text == "tag:seagull")
    try library.deleteSearch(named: "gulls")
    #expect(try library.savedSearches().isEmpty)
    #expect(try library.deleteSearch(named: "gulls") == nil)
    try library.undo()
    #expect(try library.savedSearches().map(\.name) == ["gulls"])
    await library.savesFinished()
  }

  @Test(
    "A value with quotes is written and read again",
    arguments: ["Say \"hi\" there", "\"hi\"", "\"", "\"\"", "a\"b", "x \"", "Ann Lee", "a\u{301}\" b"])
  func quotes(value: String) throws {
    let term = Term(facet: .album, value: value, isExcluded: false)
    let query = try PhotoQuery("red \(term.text) house -tag:sea")
    #expect(query.terms == [term, Term(facet: .tag, value: "sea", isExcluded: true)])
    #expect(query.text == "red house")
    #expect(try PhotoQuery(term.text).terms == [term])
  }
}
