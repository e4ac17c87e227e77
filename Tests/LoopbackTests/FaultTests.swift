import Flickr
import Foundation
import TestSupport
import Testing
import Transfer

@Suite("A fault of the loopback Flickr", .timeLimit(.minutes(10)))
struct FaultTests {
  private let flickr: FakeFlickr
  private let transfer = TransferClient()

  init() throws {
    flickr = try FakeFlickr(photos: 30)
  }

  /// What a client of libcurl sees: a status and how the body begins, or the kind of the failure.
  ///
  /// Only where a stall is expected, it waits for a short time: everything else comes, however long it takes.
  private func seen(
    _ path: String = "/rest/?method=flickr.photos.getRecent&api_key=a&format=json&nojsoncallback=1",
    stallTime: Duration = .seconds(600)
  )
    async throws -> String
  {
    var limits = TransferLimits()
    limits.stallTime = stallTime
    limits.bodyBytes = 1 << 20
    do throws(TransferError) {
      let response = try await transfer.fetch(TransferRequest(TransferURL(flickr.url + path), limits: limits))
      let text = String(decoding: response.body.prefix(16), as: UTF8.self)
      let after = response.retryAfter.map { " after \($0)" } ?? ""
      return "\(response.status ?? 0)\(after) \(text)"
    } catch {
      return error.code.rawValue
    }
  }

  private static let sights: [(String, String)] = [
    ("slow:100000", "200 {\"photos\":{\"page"), ("delay:0", "200 {\"photos\":{\"page"), ("cut", "cutOff"),
    ("cut:3", "cutOff"), ("hangup", "cutOff"), ("reset", "cutOff"), ("long", "cutOff"),
    ("chunked", "200 {\"photos\":{\"page"), ("close", "200 {\"photos\":{\"page"),
    ("429", "429 <html><head><tit"),
    ("429:7", "429 after 7.0 seconds <html><head><tit"), ("502", "502 <html><head><tit"),
    ("fail:105", "200 {\"stat\":\"fail\",\""), ("html", "200 <html><head><tit"), ("empty", "200 "),
    ("not-json", "200 nonsense"), ("jsonp", "200 jsonFlickrApi({\""), ("garbage", "failed"),
    ("redirect:host", "foreignRedirect"), ("redirect:file", "foreignRedirect"),
    ("redirect:loop", "tooManyRedirects"), ("gzip", "200 {\"photos\":{\"page"), ("gzip-bomb", "bodyTooLarge"),
    ("large", "bodyTooLarge"), ("endless", "bodyTooLarge"), ("stall", "timedOut"), ("stall-head", "timedOut"),
  ]

  @Test("is seen by who asks, once, and then no more", arguments: sights.indices)
  func isSeen(index: Int) async throws {
    let (name, sight) = Self.sights[index]
    flickr.faults.add(name, count: name == "redirect:loop" ? 10 : 1)
    #expect(try await seen(stallTime: .seconds(sight == "timedOut" ? 1 : 600)) == sight)
    flickr.faults.removeAll()
    #expect(try await seen().hasPrefix("200 {"))
  }

  @Test("Each fault has an expected response here or a test elsewhere")
  func names() {
    let tested = Set(Self.sights.map { $0.0.prefix { $0 != ":" } } + ["short", "comma", "gone"]).subtracting([
      "502"
    ])
    let all = Set(LoopbackFault.names.map { $0.name.prefix { $0 != ":" && $0 != "[" } })
    #expect(all == tested)
  }

  @Test("leaves the end of the body away, puts a comma behind it, or a notice in its place")
  func others() async throws {
    let request = LoopbackRequest("/rest/?method=flickr.test.echo&api_key=a&format=json&nojsoncallback=1")
    flickr.faults.add("comma", count: 1)
    #expect(flickr.answer(to: request).body.last == UInt8(ascii: ","))
    flickr.faults.add("gone", count: 1)
    #expect(flickr.answer(to: request).headers.contains { $0.value.hasSuffix("photo_unavailable.png") })
    flickr.faults.add("short", count: 1)
    let url = TransferURL(flickr.url + request.target)
    let body = try await transfer.fetch(TransferRequest(url)).body
    // By another connection: on the first, what was too much may be taken for the next answer.
    let whole = try await TransferClient().fetch(TransferRequest(url)).body
    #expect(Array(body) == whole.dropLast(10))
  }

  @Test("A fault affects the configured requests as often as configured")
  func rules() {
    func statuses(_ target: String, _ count: Int) -> [Int] {
      (0..<count).map { _ in flickr.answer(to: LoopbackRequest(target)).status }
    }
    flickr.faults.add("503", path: "/feeds/", after: 1, count: 2)
    #expect(statuses("/rest/?api_key=a", 2) == [200, 200])
    #expect(statuses("/feeds/photos_public.gne", 4) == [200, 503, 503, 200])
    flickr.faults.removeAll()
    flickr.faults.add("500", arguments: ["method": "flickr.test.echo"], every: 3)
    #expect(statuses("/rest/?api_key=a&method=flickr.photos.getRecent", 1) == [200])
    #expect(statuses("/rest/?api_key=a&method=flickr.test.echo", 4) == [500, 200, 200, 500])
    #expect(flickr.faults.all.map(\.hits) == [2])
  }

  @Test("of a picture is one of its host")
  func pictures() async throws {
    let photo = flickr.world.photo(4, pictureHost: flickr.pictures.url)
    flickr.pictureFaults.add("503", path: photo.id, count: 1)
    let url = TransferURL(photo.renditions[0].url)
    #expect(try await transfer.fetch(TransferRequest(url)).status == 503)
    #expect(try await transfer.fetch(TransferRequest(url)).body == LoopbackPictures.bytes(of: photo.id, "sq"))
    #expect(try await seen().hasPrefix("200 {"))
  }

  @Test("is ordered over the line, and so is what there is")
  func control() async throws {
    func order(_ order: String) async throws -> String { try await seen("/control?" + order) }
    #expect(try await order("fault=502&path=/rest/&count=1").hasPrefix("200 "))
    #expect(try await seen().hasPrefix("502 "))
    #expect(try await seen().hasPrefix("200 "))
    #expect(try await order("fault=color") == "400 There is no faul")
    #expect(try await order("color=1") == "400 There is no orde")
    #expect(try await order("upload=x") == "400 “upload” tak")
    #expect(try await order("upload=5&moving=2&rate=100").hasPrefix("200 "))
    #expect(flickr.world.count == 35 && flickr.manners.moving == 2 && flickr.manners.rate?.perSecond == 100)
    #expect(try await order("").hasPrefix("200 {\"photos\":35,"))
  }

  @Test("that stalls ends when it is released, and the next one stalls again")
  func released() async throws {
    flickr.faults.add("stall-head")
    async let first = seen()
    try await until { flickr.server.stalledCount == 1 }
    #expect(flickr.obey("release=1") == nil)
    #expect(try await first == "200 {\"photos\":{\"page")
    #expect(try await seen(stallTime: .seconds(1)) == "timedOut")
  }

  @Test(
    "An unknown fault is refused",
    arguments: ["", "nope", "429:x", "cut:-1", "empty:3", "fail", "fail:x", "600"])
  func unknown(name: String) {
    #expect(LoopbackFault(name) == nil)
  }
}
