import Flickr
import Testing
import Transfer

@Suite("A source")
struct PhotoSourceTests {
  @Test(
    "is read from its text",
    arguments: [
      ("sample", .sample), (" SAMPLE ", .sample), ("feed", .feed(.everybody)), ("feed:", .feed(.everybody)),
      ("feed:sea, night,,", .feed(.tags(["sea", "night"], isAny: false))), ("recent", .recent),
      ("feed:any:sea,night", .feed(.tags(["sea", "night"], isAny: true))),
      ("feed:ANY:sea", .feed(.tags(["sea"], isAny: true))), ("feed:any", .feed(tags: ["any"])),
      ("feed:user:1@N00, 2@N07", .feed(.users(["1@N00", "2@N07"]))), ("interesting", .interesting(nil)),
      ("interesting:2024-02-29", .interesting(CalendarDay("2024-02-29"))),
      ("search:old: harbour ", .search("old: harbour")), ("tag:sea,fog", .tag(["sea", "fog"])),
      ("user:1@N00", .user("1@N00")), ("user:Ann B", .user("Ann B")), ("user:a/b", .user("a/b")),
      ("license:4, 5", .license([4, 5])), ("licence:by-sa", .license([5, 12])),
      ("license:CC-BY-4.0,cc0,0", .license([11, 9, 0])), ("license:by,4", .license([4, 11])),
      ("album:72157600000000001", .album("72157600000000001")),
      ("album:ann/7", .album("https://www.flickr.com/photos/ann/albums/7")),
      ("group:34427469792@N01", .group("34427469792@N01")), ("group:fog", .group("fog")),
      ("favorites:Ann B", .favorites("Ann B")), ("favourites:1@N00", .favorites("1@N00")),
      ("gallery:66911286-72157647277042064", .gallery("66911286-72157647277042064")),
      ("file:///a/page-{page}.json", .address("file:///a/page-{page}.json")), ("file:a", .address("file:a")),
      ("HTTPS://x.org/a?b=c:d", .address("HTTPS://x.org/a?b=c:d")), ("http://x", .address("http://x")),
    ] as [(String, PhotoSource)])
  func parsing(text: String, source: PhotoSource) throws {
    #expect(try PhotoSource(parsing: text) == source)
    #expect(try PhotoSource(parsing: source.description) == source)
  }

  @Test(
    "is read from the address of a page, alone or as an argument",
    arguments: [
      ("https://www.flickr.com/photos/ann/", "user:https://www.flickr.com/photos/ann/"),
      ("https://flickr.com/photos/12@N00", "user:12@N00"),
      ("user:https://www.flickr.com/people/ann", "user:https://www.flickr.com/photos/ann/"),
      ("user:www.flickr.com/photos/12@N00/", "user:12@N00"),
      ("HTTP://m.Flickr.com/photos/ann/sets/7/?page=2", "album:https://www.flickr.com/photos/ann/albums/7"),
      (
        "album:https://www.flickr.com/photos/ann/albums/7#x",
        "album:https://www.flickr.com/photos/ann/albums/7"
      ),
      ("https://www.flickr.com/photos/ann/favorites", "favorites:https://www.flickr.com/photos/ann/"),
      (
        "https://www.flickr.com/photos/ann/galleries/9/",
        "gallery:https://www.flickr.com/photos/ann/galleries/9/"
      ),
      ("https://www.flickr.com/groups/fog/pool/", "group:fog"),
      ("group:flickr.com/groups/1@N00", "group:1@N00"),
      ("https://www.flickr.com/photos/tags/sea/", "tag:sea"),
      ("https://www.flickr.com/photos/tags/m%C3%BCnchen/", "tag:münchen"),
      ("https://www.flickr.com/groups/1234567%40N20/", "group:1234567@N20"),
      (
        "https://www.flickr.com/photos/12%40N00/albums/7",
        "album:https://www.flickr.com/photos/12@N00/albums/7"
      ),
      (
        "https://www.flickr.com/photos/j%C3%BCrg/albums/7",
        "album:https://www.flickr.com/photos/j%C3%BCrg/albums/7"
      ),
      ("https://www.flickr.com/photos/100%/albums/7", "album:https://www.flickr.com/photos/100%25/albums/7"),
      ("https://www.flickr.com/photos/ann/albums/with/123", "user:https://www.flickr.com/photos/ann/"),
      ("https://www.flickr.com/photos/ann/albums/page2", "user:https://www.flickr.com/photos/ann/"),
      ("https://www.flickr.com/photos/ann/page2/", "user:https://www.flickr.com/photos/ann/"),
      ("https://www.flickr.com/explore", "interesting"),
      ("https://www.flickr.com/explore/2024/02/29", "interesting:2024-02-29"),
    ])
  func pages(text: String, source: String) throws {
    let read = try PhotoSource(parsing: text)
    #expect(read.description == source)
    #expect(try PhotoSource(parsing: source) == read)
  }

  @Test(
    "of another address of Flickr's is that address",
    arguments: [
      "https://www.flickr.com/services/feeds/photos_public.gne?format=json",
      "https://www.flickr.com/photos/ann/123/", "https://www.flickr.com/photos/ann/albums/x",
      "https://www.flickr.com/", "https://example.org/photos/ann/",
    ])
  func otherAddresses(text: String) throws {
    #expect(try PhotoSource(parsing: text) == .address(TransferURL(text)))
  }

  @Test("of a place keeps its corners in their order")
  func place() throws {
    let source = try PhotoSource(parsing: "place: -0.5, -1,0.25,47.5")
    #expect(source.description == "place:-0.5,-1,0.25,47.5")
    guard case .place(let box) = source else { return #expect(Bool(false), "no place") }
    #expect(box.minLongitude == -0.5 && box.minLatitude == -1)
    #expect(box.maxLongitude == 0.25 && box.maxLatitude == 47.5)
    #expect(try PhotoSource(parsing: source.description) == source)
  }

  @Test(
    "that is none is refused with what would be one",
    arguments: ["", "flickr", "sample:x", "recent:5", "ftp://x", "file:", "http://", "/a/page.json"])
  func refused(text: String) throws {
    let error = try #require(throws: PhotoSourceError.self) { try PhotoSource(parsing: text) }
    #expect(error.form == nil && error.reason == nil)
    #expect(error.description.hasPrefix("“\(text)” is not a source; use sample, feed, feed:TAGS, "))
  }

  @Test(
    "that lacks its argument says which",
    arguments: [
      ("search", "search:TEXT"), ("search: ", "search:TEXT"), ("tag:,", "tag:TAGS"), ("user:", "user:NAME"),
      ("feed:any:", "feed:any:TAGS"), ("feed:user:,", "feed:user:ID"), ("album", "album:ID"),
      ("group:", "group:NAME"), ("favorites", "favorites:NAME"), ("gallery:", "gallery:ID"),
      ("place:", "place:MINLON,MINLAT,MAXLON,MAXLAT"),
      ("interesting:", "interesting or interesting:YYYY-MM-DD"),
      ("license:,", "license:LICENSES, with names such as by-sa or numbers from 0 to 16"),
    ])
  func incomplete(text: String, form: String) throws {
    let error = try #require(throws: PhotoSourceError.self) { try PhotoSource(parsing: text) }
    #expect(error.description.hasSuffix("is incomplete; use \(form)."))
  }

  @Test(
    "whose argument is wrong says why, in one sentence",
    arguments: [
      ("interesting:2023-02-29", "no day"), ("interesting:yesterday", "no day"),
      ("interesting:2023-13-01", "no day"), ("place:1,2,3", "four numbers"),
      ("place:1,2,3,x", "four numbers"),
      ("place:1,2,3,nan", "four numbers"), ("place:-181,2,3,4", "between -180 and 180"),
      ("place:1,2,3,91", "between -90 and 90"), ("place:3,2,1,4", "south-western"),
      ("place:1,2,3,2", "south-western"),
      ("license:17", "“17” is not a license"), ("license:4,free", "“free” is not a license"),
      ("license:-1", "“-1” is not a license"), ("feed:user:ann", "“ann” is none"), ("album:x", "number"),
      ("album:https://www.flickr.com/photos/ann/", "page of an album"),
      ("album:https://www.flickr.com/photos/ann/albums/with/123", "page of an album"),
      ("gallery:1-x", "number"),
      ("group:https://www.flickr.com/photos/ann/", "page of a group"), ("group:a/b", "no page of Flickr's"),
      ("user:https://www.flickr.com/groups/fog", "page of a person"),
      ("user:https://example.org/ann", "no page"),
      ("tag:" + (1...21).map { "t\($0)" }.joined(separator: ","), "20 tags"),
    ])
  func wrong(text: String, reason: String) throws {
    let error = try #require(throws: PhotoSourceError.self) { try PhotoSource(parsing: text) }
    #expect(error.description.contains(reason) && error.description.hasSuffix("."))
    #expect(!error.description.dropLast().contains(". "))
  }

  @Test("knows whether it needs a key and has further pages, and whether what is new comes first")
  func properties() throws {
    let newest = [
      "recent", "search:x", "tag:x", "user:x", "place:1,1,2,2", "license:4", "group:x", "favorites:x",
    ]
    let needKey = newest + ["interesting", "album:1", "gallery:1"]
    let texts = ["sample", "feed", "feed:x", "http://x/a", "file:/a/{page}"] + needKey
    let sources = try texts.map { try PhotoSource(parsing: $0) }
    #expect(sources.filter(\.needsKey).map(\.description) == needKey)
    #expect(sources.filter(\.hasOnePage).map(\.description) == ["feed", "feed:x", "http://x/a"])
    #expect(sources.filter(\.isNewestFirst).map(\.description) == ["feed", "feed:x"] + newest)
    #expect(sources.filter(\.isFixed).map(\.description) == ["sample", "file:/a/{page}"])
    #expect(sources.compactMap(\.resultLimit) == [4_000, 4_000, 4_000, 4_000])
  }

  @Test("shows no key that its address holds")
  func redaction() throws {
    let source = try PhotoSource(parsing: "http://x/?api_key=abc123")
    var dumped = ""
    dump(source, to: &dumped)
    for text in ["\(source)", String(reflecting: source), dumped] { #expect(!text.contains("abc123")) }
    let error = try #require(throws: PhotoSourceError.self) {
      try PhotoSource(parsing: "ftp://x/?api_key=abc123")
    }
    #expect(!"\(error) \(error.text)".contains("abc123"))
  }

  @Test(
    "that is refused shows no password, also if that is not encoded",
    arguments: ["ftp://me:pass@h/x", "htps://me:a/pass@h/x", "ftp://me:p@pass@h/x", "ftp://me:a?pass@h/x"])
  func refusedPassword(text: String) throws {
    let error = try #require(throws: PhotoSourceError.self) { try PhotoSource(parsing: text) }
    #expect(!"\(error)".contains("pass") && error.text.hasSuffix("://me:…@h/x"))
  }
}

@Suite("An API key")
struct APIKeyTests {
  @Test("shows itself nowhere")
  func hidden() throws {
    let key = try #require(APIKey(" abc123\n"))
    var dumped = ""
    dump([key: key], to: &dumped)
    let children = Mirror(reflecting: key).children.map(\.value)
    for text in ["\(key)", String(reflecting: key), dumped, "\(children)"] {
      #expect(!text.contains("abc123"))
    }
  }

  @Test("is none when it is blank", arguments: ["", " \n"])
  func blank(text: String) {
    #expect(APIKey(text) == nil)
  }
}

@Suite("A window of time")
struct UploadWindowTests {
  @Test("has two halves that meet and leave nothing out, down to a second")
  func halves() throws {
    let now = 1_750_000_000
    var windows = [UploadWindow.always]
    for _ in 0..<40 {
      guard let last = windows.last, let halves = last.halves(now: now) else { break }
      #expect(halves.newer.from == halves.older.through.map { $0 + 1 })
      #expect(halves.newer.through == last.through && halves.older.from == last.from)
      windows.append(halves.newer.through == nil ? halves.older : halves.newer)
    }
    let second = try #require(windows.last)
    #expect(second.from == second.through && second.from != nil && windows.count > 20)
  }

  @Test("has no halves if it begins at the current time or later", arguments: [1_750_000_000, 1_750_000_001])
  func future(from: Int) {
    #expect(UploadWindow(from: from, through: nil).halves(now: 1_750_000_000) == nil)
    #expect(UploadWindow(from: from, through: nil).halves(now: from + 1)?.newer.description == "\(from + 1)-")
  }

  @Test(
    "includes its ends", arguments: [("-", true), ("6-", true), ("7-", false), ("-5", false), ("6-6", true)])
  func inclusion(text: String, isIncluded: Bool) throws {
    #expect(try #require(UploadWindow(text)).contains(6) == isIncluded)
  }

  @Test("is written and read", arguments: ["-", "5-", "-7", "5-7"])
  func text(text: String) throws {
    #expect(UploadWindow(text)?.description == text)
    #expect(UploadWindow("x") == nil && UploadWindow("5") == nil)
  }
}
