import Flickr
import PictureFetching
import Terminal
import TerminalPicturesSupport
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Pictures that are wanted", .timeLimit(.minutes(10)))
struct PictureLoaderTests {
  @Test("come from the net once, fit into their boxes, and are kept")
  func coming() async throws {
    let bench = try await PictureBench(photos: 4)
    let loader = bench.loader()
    let wishes = try bench.wishes(1, 2, 3)
    #expect(wishes.allSatisfy { loader.picture(of: $0) == nil && loader.note(of: $0) == nil })
    loader.want(wishes)
    try await bench.bell.wait { wishes.allSatisfy { loader.picture(of: $0) != nil } }
    let pictures = wishes.compactMap(loader.picture(of:))
    #expect(Set(pictures.map(\.id)).count == 3)
    // Three to two on cells twice as high as wide.
    #expect(pictures.allSatisfy { $0.size == Size(width: 18, height: 6) })
    #expect(bench.bell.count == 3)
    let more = try bench.wishes(4, 1, 2, 3)
    loader.want(more)
    try await bench.bell.wait { loader.picture(of: more[0]) != nil }
    #expect(wishes.compactMap(loader.picture(of:)).map(\.id) == pictures.map(\.id))
    #expect(bench.bell.count == 4)
    #expect(bench.host.asked.sorted() == ["1 s", "2 s", "3 s", "4 s"])
  }

  @Test("leave the mean color of their photo where the terminal can show it")
  func meanColor() async throws {
    let bench = try await PictureBench(photos: 1)
    let id = try bench.id(1)
    for (depth, isShown) in [(ColorDepth.direct, true), (.palette16, false)] {
      let loader = bench.loader()
      loader.use(.of(.symbols, colors: depth))
      #expect(loader.meanColor(of: id) == nil)
      let small = try bench.wishes(1)
      loader.want(small)
      try await bench.bell.wait { loader.picture(of: small[0]) != nil }
      let large = try bench.wishes(1, box: Size(width: 40, height: 20))
      #expect(loader.picture(of: large[0]) == nil)
      #expect((loader.meanColor(of: id) != nil) == isShown)
      loader.want([])
    }
  }

  @Test("Pictures are loaded nearest first, also when the selection moves meanwhile")
  func nearest() async throws {
    let bench = try await PictureBench(photos: 5, atOnce: 1)
    let loader = bench.loader()
    bench.hold(1)
    loader.want(try bench.wishes(1))
    try await bench.host.server.waitForRequests(1)
    loader.want(try bench.wishes(1, 2, 3, 4, 5))
    try await bench.untilOrdered(1, 2, 3, 4, 5)
    let wishes = try bench.wishes(5, 3, 1, 4, 2)
    loader.want(wishes)
    try await bench.untilOrdered(5, 3, 1, 4, 2)
    bench.host.server.release()
    try await bench.bell.wait { wishes.allSatisfy { loader.picture(of: $0) != nil } }
    #expect(bench.host.asked == ["1 s", "5 s", "3 s", "4 s", "2 s"])
    #expect(bench.bell.count == 5)
  }

  @Test("The last picture in view completes the view, and none that was loaded ahead")
  func completedView() async throws {
    let bench = try await PictureBench(photos: 4, atOnce: 1)
    let loader = bench.loader()
    let wishes = try bench.wishes(2, 1, 4, 3)
    var (completions, expected): ([Bool], [Bool]) = ([], [])
    loader.onChange = { [weak loader, bell = bench.bell] in
      completions.append($0)
      // One that was loaded ahead may be made before one in view that was loaded earlier.
      let isComplete = wishes[..<2].allSatisfy { loader?.picture(of: $0) != nil }
      expected.append(isComplete && !expected.contains(true))
      bell.ring()
    }
    loader.want(Array(wishes[..<2]), ahead: Array(wishes[2...]))
    try await bench.bell.wait { wishes.allSatisfy { loader.picture(of: $0) != nil } }
    #expect(completions == expected)
    #expect(completions.count == 4 && completions.contains(true))
  }

  @Test("are given up when they are not wanted any more, and come when they are wanted again")
  func scrolledAway() async throws {
    let bench = try await PictureBench(photos: 3)
    let loader = bench.loader()
    bench.hold(1)
    let (first, others) = (try bench.wishes(1), try bench.wishes(2, 3))
    loader.want(first)
    try await bench.host.server.waitForRequests(1)
    loader.want(others)
    try await bench.bell.wait { others.allSatisfy { loader.picture(of: $0) != nil } }
    try await bench.untilOrdered()
    #expect(loader.picture(of: first[0]) == nil)
    bench.host.restore("1")
    loader.want(first)
    try await bench.bell.wait { loader.picture(of: first[0]) != nil }
    #expect(bench.bell.count == 3)
    #expect(bench.host.asked.filter { $0 == "1 s" }.count == 2)
  }

  @Test("Pictures that the user skips quickly are not begun")
  func hurrying() async throws {
    let bench = try await PictureBench(photos: 4)
    let loader = bench.loader()
    let last = try bench.wishes(4)
    for wishes in [try bench.wishes(1), try bench.wishes(2), try bench.wishes(3), last] {
      loader.want(wishes)
    }
    try await bench.bell.wait { loader.picture(of: last[0]) != nil }
    #expect(!bench.host.asked.contains("2 s") && !bench.host.asked.contains("3 s"))
  }

  @Test("are asked for once, however often they are wanted, in boxes of several sizes too")
  func once() async throws {
    let bench = try await PictureBench(photos: 2)
    let loader = bench.loader()
    for photo in 1...2 { bench.hold(photo) }
    let (small, large) = (try bench.wishes(1, 2), try bench.wishes(1, 2, box: Size(width: 24, height: 9)))
    loader.want(small)
    try await bench.host.server.waitForRequests(2)
    loader.want(small.reversed())
    loader.want(small + large)
    loader.want(large + small)
    try await bench.untilAsked(by: 4)
    bench.host.server.release()
    try await bench.bell.wait { (small + large).allSatisfy { loader.picture(of: $0) != nil } }
    #expect(bench.bell.count == 4)
    #expect(bench.host.asked.sorted() == ["1 s", "2 s"])
    #expect(loader.picture(of: small[0])?.size != loader.picture(of: large[0])?.size)
  }

  private nonisolated static let damage = LoopbackAnswer.jpeg(
    [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 500))
  private nonisolated static let failures: [(LoopbackAnswer, String)] = [
    (.html(status: 404, "Not Found"), "gone"), (.pictureUnavailable, "gone"), (damage, "cannot be shown"),
    (.html(status: 200, "Sign in"), "cannot be shown"), (.html(status: 403, "Forbidden"), "cannot be shown"),
  ]

  @Test("that cannot be had say why, and the rest comes", arguments: failures)
  func failing(answer: LoopbackAnswer, note: String) async throws {
    let bench = try await PictureBench(photos: 3)
    let loader = bench.loader()
    bench.host.answer("2", answer)
    let wishes = try bench.wishes(1, 2, 3)
    loader.want(wishes)
    try await bench.bell.wait { bench.bell.count == 3 }
    #expect(wishes.map(loader.note(of:)) == [nil, note, nil])
    #expect(loader.picture(of: wishes[0]) != nil && loader.picture(of: wishes[2]) != nil)
  }

  @Test("A picture without a known address reports that")
  func noAddress() async throws {
    let bench = try await PictureBench(photos: 1)
    try await bench.library.importPhotos([PhotoRecord("7", "Seven", by: "Bob")])
    let loader = bench.loader()
    let wishes = try bench.wishes(7)
    loader.want(wishes)
    try await bench.bell.wait { loader.note(of: wishes[0]) != nil }
    #expect(loader.note(of: wishes[0]) == "no picture")
  }

  @Test("Damaged pictures are fetched again when the user retries")
  func again() async throws {
    let bench = try await PictureBench(photos: 1)
    let loader = bench.loader()
    bench.host.answer("1", Self.damage)
    let wishes = try bench.wishes(1)
    loader.want(wishes)
    try await bench.bell.wait { loader.note(of: wishes[0]) != nil }
    bench.host.restore("1")
    loader.forgetFailures()
    #expect(loader.note(of: wishes[0]) == nil)
    loader.want(wishes)
    try await bench.bell.wait { loader.picture(of: wishes[0]) != nil }
    #expect(bench.host.asked == ["1 s", "1 s"])
  }

  @Test(
    "Smaller pictures are replaced as soon as the host can be reached again, or the user retries",
    arguments: [true, false])
  func substitutes(isByUser: Bool) async throws {
    let bench = try await PictureBench(photos: 1, stallTime: .seconds(1))
    let loader = bench.loader()
    let small = try bench.wishes(1)
    loader.want(small)
    try await bench.bell.wait { loader.picture(of: small[0]) != nil }
    // Without a single byte within the time limit, a host is as good as out of reach.
    let picture = LoopbackAnswer.jpeg(LoopbackPictures.bytes(of: "1", "l"))
    bench.host.answer("1", picture.stalled(.beforeHeader), picture)
    let large = try bench.wishes(1, box: Size(width: 100, height: 40))
    loader.want(large)
    try await bench.bell.wait { loader.picture(of: large[0]) != nil }
    let substitute = loader.picture(of: large[0])?.id
    if isByUser {
      loader.forgetFailures()
      loader.want(large)
    } else {
      loader.supply = .offline
      loader.supply = .flowing
      #expect(loader.picture(of: large[0])?.id == substitute)
    }
    try await bench.bell.wait { loader.picture(of: large[0]).map { $0.id != substitute } ?? false }
    #expect(bench.host.asked.count == 3)
    bench.host.server.release()
  }

  @Test("Smaller pictures are not made again while their host is paused and other hosts are not")
  func substituteOfPausedHost() async throws {
    let bench = try await PictureBench(photos: 1)
    let loader = bench.loader()
    let small = try bench.wishes(1)
    loader.want(small)
    try await bench.bell.wait { loader.picture(of: small[0]) != nil }
    try bench.pauseHost()
    let large = try bench.wishes(1, box: Size(width: 100, height: 40))
    loader.want(large)
    try await bench.bell.wait { loader.picture(of: large[0]) != nil }
    let substitute = loader.picture(of: large[0])?.id
    for width in 90..<95 {
      let other = try bench.wishes(1, box: Size(width: width, height: 40))
      loader.want(large + other)
      try await bench.bell.wait { loader.picture(of: other[0]) != nil }
    }
    #expect(loader.picture(of: large[0])?.id == substitute)
    #expect(bench.host.asked == ["1 s"])
  }

  @Test(
    "A picture that failed for a while is requested again after that, and not before",
    arguments: [true, false])
  func expiredFailure(isOver: Bool) async throws {
    let bench = try await PictureBench(photos: 2, retriesAfter: isOver ? .zero : .seconds(3_600))
    let loader = bench.loader()
    bench.host.answer("1", .html(status: 403, "Forbidden"))
    let wishes = try bench.wishes(1)
    loader.want(wishes)
    try await bench.bell.wait { loader.note(of: wishes[0]) != nil }
    bench.host.restore("1")
    // As the next frame does.
    loader.want(wishes)
    if isOver {
      try await bench.bell.wait { loader.picture(of: wishes[0]) != nil }
    } else {
      let more = try bench.wishes(1, 2)
      loader.want(more)
      try await bench.bell.wait { loader.picture(of: more[1]) != nil }
      #expect(loader.note(of: wishes[0]) == "cannot be shown")
    }
    #expect(bench.host.asked == (isOver ? ["1 s", "1 s"] : ["1 s", "2 s"]))
  }

  @Test("Pictures are rendered again from the cached files for a terminal of another kind")
  func otherStyle() async throws {
    let bench = try await PictureBench(photos: 2)
    let loader = bench.loader(.symbols)
    let wishes = try bench.wishes(1, 2)
    loader.want(wishes)
    try await bench.bell.wait { wishes.allSatisfy { loader.picture(of: $0) != nil } }
    let before = wishes.compactMap { loader.picture(of: $0)?.id }
    loader.use(.of(.symbols))
    #expect(wishes.compactMap { loader.picture(of: $0)?.id } == before)
    loader.use(.of(.sixel))
    #expect(wishes.allSatisfy { loader.picture(of: $0) == nil })
    loader.want(wishes)
    try await bench.bell.wait { wishes.allSatisfy { loader.picture(of: $0) != nil } }
    for wish in wishes {
      guard case .overlay = loader.picture(of: wish)?.content else { return #expect(Bool(false)) }
    }
    #expect(bench.host.asked.count == 2)
  }

  @Test("are not asked for where no pictures are to be shown, which is said")
  func none() async throws {
    let bench = try await PictureBench(photos: 1)
    let loader = bench.loader()
    loader.use(nil)
    let wishes = try bench.wishes(1)
    loader.want(wishes)
    #expect(loader.note(of: wishes[0]) == "pictures are off")
    loader.use(.of(.sixel))
    loader.want(wishes)
    try await bench.bell.wait { loader.picture(of: wishes[0]) != nil }
    #expect(bench.bell.count == 1)
  }
}
