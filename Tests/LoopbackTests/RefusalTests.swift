import Synchronization
import TestSupport
import Testing

@Suite("What the loopback Flickr refuses")
struct RefusalTests {
  private static let calls: [(String, [String: String], Int, String)] = [
    ("test.echo", ["api_key": ""], 100, "Invalid API Key (Key has invalid format)"),
    ("test.echo", ["api_key": "a b"], 100, "Invalid API Key (Key has invalid format)"),
    ("test.echo", ["api_key": "expired"], 100, "Invalid API Key (Key has expired)"),
    ("test.echo", ["api_key": "unknown"], 100, "Invalid API Key (Key not found)"),
    ("nonExistingMethod", [:], 112, "Method \"flickr.nonExistingMethod\" not found"),
    (
      "photos.search", [:], 3,
      "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead."
    ),
    (
      "photos.search", ["tags": (1...21).map(String.init).joined(separator: ",")], 1,
      "Too many tags in ALL query"
    ),
    ("photos.search", ["user_id": "1@N00"], 2, "Unknown user"),
    ("photos.search", ["bbox": "1,2,3"], 18, "Illogical arguments"),
    ("photos.search", ["text": "x", "sort": "color"], 18, "Illogical arguments"),
    ("interestingness.getList", ["date": "yesterday"], 1, "Not a valid date string"),
    ("interestingness.getList", ["date": "2031-01-01"], 1, "Not a valid date string"),
    ("people.getPhotos", ["user_id": "x"], 2, "Unknown user"),
    ("people.findByUsername", ["username": "Unknown user"], 1, "User not found"),
    ("urls.lookupUser", ["url": "https://www.flickr.com/photos/unknown/"], 1, "User not found"),
    ("urls.lookupGroup", ["url": "https://www.flickr.com/groups/nothing/"], 1, "Group not found"),
    ("photosets.getPhotos", ["photoset_id": "1"], 1, "Photoset not found"),
    ("galleries.getPhotos", ["gallery_id": "1"], 1, "Gallery not found"),
    ("groups.pools.getPhotos", ["group_id": "1"], 1, "Group not found"),
    ("photos.getInfo", ["photo_id": "1"], 1, "Photo not found"),
    ("photos.getSizes", [:], 1, "Photo not found"),
  ]

  @Test("has Flickr's code and words", arguments: calls.indices)
  func refusals(index: Int) throws {
    let (method, arguments, code, message) = Self.calls[index]
    let flickr = try FakeFlickr(photos: 20)
    #expect(throws: Refusal(code: code, message: message)) { try flickr.ask(method, arguments) }
  }

  @Test("is another key, when it knows some")
  func keys() throws {
    let flickr = try FakeFlickr(photos: 20)
    #expect(try flickr.ask("test.echo", ["x": "ü"])["x"].content == "ü")
    flickr.manners.keys = ["mine"]
    #expect(try flickr.ask("test.echo", ["api_key": "mine"])["method"].content == "flickr.test.echo")
    #expect(throws: Refusal(code: 100, message: "Invalid API Key (Key not found)")) {
      try flickr.ask("test.echo")
    }
  }

  @Test("Any arguments get a refusal or an answer", arguments: Seeds.range(quick: 1, long: 20))
  func anything(_ seed: UInt64) throws {
    let flickr = try FakeFlickr(photos: 60)
    let values = [
      "", "0", "-1", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "nan", "1e999",
      "inf,nan,1,2", "-9223372036854775808@N00", "@", "70000000@N00", "2024-13-45", "99999999999-01-01",
      "2024-01-01 99999999999999999:0:0", "https://www.flickr.com/photos/", "6000000--1", ",,,", "-,-", "%",
      "\0", "😀 \u{202E}",
    ]
    let names = [
      "page", "per_page", "user_id", "tags", "text", "bbox", "lat", "lon", "min_upload_date",
      "max_taken_date",
      "license", "sort", "photo_id", "photoset_id", "gallery_id", "group_id", "url", "username", "date",
      "extras",
      "has_geo",
    ]
    var random = SeededGenerator(seed: seed)
    let methods = try flickr.ask("reflection.getMethods")["methods"]["method"].list.compactMap(\.content)
    #expect(methods.count > 20)
    for method in methods + methods {
      var arguments = ["tag_mode": "all"]
      for name in names where Bool.random(using: &random) {
        arguments[name] = values.randomElement(using: &random) ?? ""
      }
      do {
        _ = try flickr.ask(String(method.dropFirst(7)), arguments)
      } catch let refusal as Refusal {
        #expect(refusal.code > 0 && !refusal.message.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test("is a format that it has not")
  func format() throws {
    let flickr = try FakeFlickr(photos: 20)
    let request = LoopbackRequest("/rest/?method=flickr.test.echo&api_key=a&format=soap")
    let text = String(decoding: flickr.answer(to: request).body, as: UTF8.self)
    #expect(text.contains("<err code=\"111\" msg=\"Format &quot;soap&quot; not found\" />"))
  }

  @Test("comes with 429 when it is asked too often, until a second has passed")
  func rate() throws {
    let clock = Mutex(ContinuousClock.now)
    let flickr = try FakeFlickr(photos: 20, now: { clock.withLock { $0 } })
    flickr.manners.rate = LoopbackRate(perSecond: 3, retryAfter: 1)
    let request = LoopbackRequest("/rest/?method=flickr.test.echo&api_key=a&format=json")
    let answers = (0..<5).map { _ in flickr.answer(to: request) }
    #expect(answers.map(\.status) == [200, 200, 200, 429, 429])
    #expect(answers[4].headers.contains { $0 == ("Retry-After", "1") })
    flickr.manners.rate?.retryAfter = nil
    _ = (0..<3).map { _ in flickr.answer(to: request) }
    let refusal = flickr.answer(to: request)
    #expect(refusal.status == 429 && !refusal.headers.contains { $0.name == "Retry-After" })
    clock.withLock { $0 += .milliseconds(999) }
    #expect(flickr.answer(to: request).status == 429)
    clock.withLock { $0 += .milliseconds(1) }
    #expect(flickr.answer(to: request).status == 200)
  }
}
