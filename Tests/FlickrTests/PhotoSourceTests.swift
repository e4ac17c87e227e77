import Flickr
import Testing
import Transfer

@Suite("A source")
struct PhotoSourceTests {
  @Test(
    "is read from its text",
    arguments: [
      ("sample", .sample), (" SAMPLE ", .sample), ("feed", .feed(tags: [])), ("feed:", .feed(tags: [])),
      ("feed:sea, night,,", .feed(tags: ["sea", "night"])), ("recent", .recent),
      (
        "interesting",
        .interesting
      ),
      ("search:old: harbour ", .search("old: harbour")), ("tag:sea,fog", .tag(["sea", "fog"])),
      ("user:1@N00", .user("1@N00")), ("user:Ann B", .user("Ann B")),
      ("file:///a/page-{page}.json", .address("file:///a/page-{page}.json")), ("file:a", .address("file:a")),
      ("HTTPS://x.org/a?b=c:d", .address("HTTPS://x.org/a?b=c:d")), ("http://x", .address("http://x")),
    ] as [(String, PhotoSource)])
  func parsing(text: String, source: PhotoSource) throws {
    #expect(try PhotoSource(parsing: text) == source)
    #expect(try PhotoSource(parsing: source.description) == source)
  }

  @Test(
    "that is none is refused with what would be one",
    arguments: [
      "", "flickr", "sample:x", "recent:5", "interesting:", "ftp://x", "file:", "http://",
      "/a/page.json",
    ])
  func refused(text: String) throws {
    let error = try #require(throws: PhotoSourceError.self) { try PhotoSource(parsing: text) }
    #expect(error.form == nil)
    #expect(error.description.hasPrefix("“\(text)” is no source; write sample, feed, feed:TAGS, recent,"))
  }

  @Test(
    "that lacks its argument says which",
    arguments: [
      ("search", "search:TEXT"), ("search: ", "search:TEXT"), ("tag:,", "tag:TAGS"), ("user:", "user:NAME"),
    ])
  func incomplete(text: String, form: String) throws {
    let error = try #require(throws: PhotoSourceError.self) { try PhotoSource(parsing: text) }
    #expect(error.description.hasSuffix("is incomplete; write \(form)."))
  }

  @Test("knows whether it needs a key and has further pages")
  func properties() throws {
    let needKey = ["recent", "interesting", "search:x", "tag:x", "user:x"]
    let need = ["sample", "feed", "feed:x", "http://x/a", "file:/a/{page}"] + needKey
    let sources = try need.map { try PhotoSource(parsing: $0) }
    #expect(sources.filter(\.needsKey).map(\.description) == needKey)
    #expect(sources.filter(\.hasOnePage).map(\.description) == ["feed", "feed:x", "http://x/a"])
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
