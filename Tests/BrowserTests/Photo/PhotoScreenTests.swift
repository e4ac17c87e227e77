import ObjectGraph
import PhotoLibrary
import PictureFetching
import Pictures
import TerminalPictures
import TerminalPicturesSupport
import TestSupport
import Testing

@testable import Browser
@testable import Terminal

@MainActor @Suite("A photo alone", .timeLimit(.minutes(10)))
struct PhotoScreenTests {
  @Test("is as large as fits, with title, place and credit below")
  func showing() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2))
    // As when it is opened from a list: before anything was drawn.
    viewer.screen.position = "1/2"
    viewer.screen.picture.show(try viewer.bench.id(1))
    let picture = try await viewer.newPicture(after: nil)
    #expect(picture.size == Size(width: 36, height: 12))
    #expect(try PhotoViewer.photo(of: picture, among: 1...2) == 1)
    let lines = viewer.lines
    #expect(lines[12].hasPrefix(" Photo 1") && lines[12].hasSuffix("1/2"))
    #expect(lines[13].hasPrefix(" © Ann") && lines[13].hasSuffix("flic.kr/p/2"), "\(lines[13])")
    #expect(viewer.bench.host.asked == ["1 l"])
    #expect(!viewer.screen.picture.isEnlarged)
  }

  @Test("stays while the next one is on its way, for a moment")
  func patience() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2))
    let first = try await viewer.see(1)
    viewer.bench.hold(2, "l")
    viewer.screen.picture.show(try viewer.bench.id(2))
    #expect(viewer.picture?.id == first.id)
    #expect(viewer.lines[12].hasPrefix(" Photo 2"))
    try await viewer.bell.wait { viewer.picture == nil }
    #expect(viewer.lines[5].contains("…"))
    viewer.bench.host.server.release()
    let second = try await viewer.newPicture(after: first.id)
    #expect(try PhotoViewer.photo(of: second, among: 1...2) == 2)
  }

  @Test("is the smaller picture in the cache, enlarged, until the right one comes, in the same place")
  func preview() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2))
    let subject = try #require(
      viewer.bench.library.context.object(with: try viewer.bench.id(2)) as? Photo
    ).pictureSubject
    _ = try await viewer.bench.fetcher.picture(of: subject, longerSide: 240)
    viewer.bench.hold(2, "l")
    let small = try await viewer.see(2)
    #expect(try PhotoViewer.photo(of: small, among: 1...2) == 2)
    viewer.screen.picture.zoom(2)
    let enlarged = try await viewer.newPicture(after: small.id)
    #expect(viewer.screen.picture.isEnlarged)
    viewer.bench.host.server.release()
    let sharp = try await viewer.newPicture(after: enlarged.id)
    #expect(sharp.size == enlarged.size && viewer.screen.picture.isEnlarged)
    #expect(await viewer.bench.fetcher.preview(of: subject, longerSide: 1_024) == nil)
  }

  @Test("is turned where it is shown, and back again by undo")
  func turning() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2))
    let before = try await viewer.see(1)
    let photo = try viewer.bench.library.photo("1")
    try viewer.bench.library.library.turn([photo], quarters: -1)
    #expect(photo.turns == 3 && photo.shape < 1)
    let turned = try await viewer.newPicture(after: before.id)
    #expect(turned.size.width < before.size.width)
    #expect(try viewer.bench.library.library.undo() == "turning “Photo 1”")
    let back = try await viewer.newPicture(after: turned.id)
    #expect(back.size == before.size && photo.turns == 0)
    try viewer.bench.library.library.turn([photo], quarters: 6)
    #expect(photo.turns == 2)
  }

  @Test("A prepared photo is shown at once, and again when the user goes back")
  func preparing() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 3))
    _ = try await viewer.see(1)
    viewer.screen.picture.prepare([try viewer.bench.id(2)])
    try await viewer.bench.host.server.waitForRequests(2)
    let second = try await viewer.see(2)
    #expect(try PhotoViewer.photo(of: second, among: 1...3) == 2)
    let first = try await viewer.see(1)
    #expect(try PhotoViewer.photo(of: first, among: 1...3) == 1)
    #expect(viewer.bench.host.asked == ["1 l", "2 l"])
  }

  @Test("is a draft while photos follow each other quickly, and comes in full afterwards")
  func drafts() async throws {
    let pace = PhotoPace(moment: .seconds(600))
    let viewer = PhotoViewer(try await PictureBench(photos: 2), style: .of(.sixel), pace: pace)
    let full = try await viewer.see(1)
    _ = try await viewer.see(2)
    viewer.screen.picture.prepare([])
    let draft = try await viewer.see(1)
    #expect(draft.cost < full.cost && draft.size == full.size)
    pace.comeToRest()
    #expect(try await viewer.newPicture(after: draft.id).cost == full.cost)
  }

  @Test(
    "that was reached quickly comes in full after a moment, also if a smaller picture is all that there is")
  func draftOfPreview() async throws {
    let pace = PhotoPace(moment: .milliseconds(200))
    let viewer = PhotoViewer(try await PictureBench(photos: 2), style: .of(.sixel), pace: pace)
    let subject = try #require(
      viewer.bench.library.context.object(with: try viewer.bench.id(2)) as? Photo
    ).pictureSubject
    _ = try await viewer.bench.fetcher.picture(of: subject, longerSide: 240)
    viewer.bench.hold(2, "l")
    for photo in 1...2 { viewer.screen.picture.show(try viewer.bench.id(photo)) }
    try await viewer.bell.wait {
      viewer.picture != nil && pace.detail == .full && !viewer.screen.picture.isUnrefined
    }
    viewer.bench.host.server.release()
  }

  @Test("is a draft at first where its image is sent in pieces, with that as its draft afterwards")
  func refining() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2))
    viewer.screen.picture.show(try viewer.bench.id(1))
    try await viewer.bell.wait { viewer.picture != nil }
    let draft = try #require(viewer.picture)
    #expect(draft.draft == nil && viewer.screen.picture.isUnrefined)
    let full = try await viewer.newPicture(after: draft.id)
    #expect(full.draft?.id == draft.id && full.size == draft.size && full.cost > draft.cost)
    viewer.screen.picture.prepare([try viewer.bench.id(2)])
    try await viewer.bell.wait { !viewer.screen.picture.next.isEmpty }
    let ahead = try #require(viewer.screen.picture.next.first)
    viewer.screen.picture.prepare([try viewer.bench.id(2)])
    try await viewer.bell.wait { viewer.screen.picture.next.first?.draft?.id == ahead.id }
  }

  @Test("A photo that is next is kept longer than those that were seen since it was read")
  func memory() async throws {
    let bench = try await PictureBench(photos: 4)
    let file = LoopbackPictures.bytes(of: "1", "l")
    // Room for three; a fourth makes room for itself and one more.
    let viewer = PhotoViewer(
      bench, memory: try PictureDecoder.decode(file).bitmap.pixels.count * 39 / 10)
    let next = try bench.id(2)
    _ = try await viewer.see(1)
    viewer.screen.picture.prepare([next])
    try await viewer.bell.wait { !viewer.screen.picture.next.isEmpty }
    for photo in 3...4 {
      _ = try await viewer.see(photo)
      viewer.screen.picture.prepare([next])
    }
    viewer.screen.picture.show(next)
    let picture = try #require(viewer.picture)
    #expect(try PhotoViewer.photo(of: picture, among: 1...4) == 2)
  }

  @Test("A photo that was seen is not made again as long as it is near")
  func goingBack() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 3))
    let first = try await viewer.see(1)
    _ = try await viewer.see(2)
    viewer.screen.picture.prepare([try viewer.bench.id(1), try viewer.bench.id(3)])
    #expect(try await viewer.see(1).id == first.id)
  }

  @Test("is not prepared any more when it is not near any more")
  func notNear() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 3))
    _ = try await viewer.see(1)
    viewer.bench.hold(2, "l")
    viewer.screen.picture.prepare([try viewer.bench.id(2)])
    try await viewer.bench.untilOrdered(2)
    viewer.screen.picture.prepare([])
    try await viewer.bench.untilOrdered()
  }

  @Test("of several that are leafed through quickly only the last comes")
  func leafing() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 5))
    _ = try await viewer.see(1)
    for photo in 2...4 { viewer.bench.hold(photo, "l") }
    for photo in 2...5 { viewer.screen.picture.show(try viewer.bench.id(photo)) }
    try await viewer.bell.wait {
      guard let picture = viewer.picture else { return false }
      return (try? PhotoViewer.photo(of: picture, among: 1...5)) == 5
    }
    try await viewer.bench.untilOrdered()
  }

  @Test("can be enlarged, moved, filled and made whole again")
  func zooming() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 1))
    var picture = try await viewer.see(1)
    func change(_ body: (PhotoPicture) -> Void) async throws {
      body(viewer.screen.picture)
      picture = try await viewer.newPicture(after: picture.id)
    }
    try await change { $0.toggleFill() }
    #expect(viewer.screen.picture.isEnlarged && picture.size == Size(width: 42, height: 12))
    try await change { $0.zoom(3) }
    let enlarged = try #require(try PictureReading(picture, .kittyPlaceholders))
    try await change { $0.pan(dx: 2, dy: 1) }
    let moved = try #require(try PictureReading(picture, .kittyPlaceholders))
    #expect(enlarged.bitmap.size == moved.bitmap.size && difference(enlarged.bitmap, moved.bitmap) > 2)
    try await change { $0.zoom(-20) }
    #expect(!viewer.screen.picture.isEnlarged && picture.size == Size(width: 36, height: 12))
    // Where nothing can change, nothing is made.
    let count = viewer.bell.count
    viewer.screen.picture.zoom(-1)
    viewer.screen.picture.pan(dx: 3, dy: -3)
    #expect(viewer.bell.count == count && viewer.picture?.id == picture.id)
    // The next photo is seen whole.
    try await change { $0.zoom(2) }
    viewer.screen.picture.show(nil)
    #expect(viewer.picture == nil && !viewer.screen.picture.isEnlarged)
    picture = try await viewer.see(1)
    #expect(!viewer.screen.picture.isEnlarged)
  }

  @Test("fits into a window of another size")
  func resizing() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 1))
    var picture = try await viewer.see(1)
    for (width, height) in [(20, 4), (80, 23), (21, 40), (42, 14)] {
      viewer.size = Size(width: width, height: height)
      // Until then it is as it was, or, where there is no room for that, on its way.
      let hasRoom = picture.size.width <= width && picture.size.height <= height - (height > 6 ? 2 : 1)
      #expect(viewer.picture?.id == (hasRoom ? picture.id : nil))
      picture = try await viewer.newPicture(after: picture.id)
      #expect(picture.size.width <= width && picture.size.height <= height - (height > 6 ? 2 : 1))
    }
    #expect(picture.size == Size(width: 36, height: 12))
  }

  @Test("that is cut off is shown as far as there is something of it, which is said")
  func truncated() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 1))
    viewer.size = Size(width: 120, height: 30)
    let file = LoopbackPictures.bytes(of: "1", "l")
    viewer.bench.host.answer("1", .jpeg(Array(file.prefix(file.count / 2))))
    _ = try await viewer.see(1)
    #expect(viewer.lines[29].contains("The file is cut off; this is what there is of it."))
  }

  private nonisolated static let damage = LoopbackAnswer.jpeg(
    [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 500))
  private nonisolated static let failures: [(LoopbackAnswer, String)] = [
    (.html(status: 404, "Not Found"), "The picture is gone: its owner deleted it or made it private."),
    (.html(status: 200, "Sign in"), "A web page came instead of the picture"), (damage, "."),
  ]

  @Test("that cannot be had says why, in whole sentences", arguments: failures)
  func failing(answer: LoopbackAnswer, sentence: String) async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2))
    viewer.size = Size(width: 30, height: 14)
    let first = try await viewer.see(1)
    viewer.bench.host.answer("2", answer)
    viewer.screen.picture.show(try viewer.bench.id(2))
    var words: String {
      viewer.lines[..<12].joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
    try await viewer.bell.wait { viewer.picture == nil && words != "…" }
    #expect(words.contains(sentence) && !words.contains("…"))
    #expect(try await viewer.see(1).size == first.size)
  }

  @Test("is not fetched where no pictures are wanted, which is said")
  func off() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 2), style: nil)
    viewer.screen.picture.show(try viewer.bench.id(1))
    viewer.screen.picture.prepare([try viewer.bench.id(2)])
    #expect(viewer.lines.joined().contains("Pictures are switched off"))
    #expect(viewer.lines[12].hasPrefix(" Photo 1"))
    viewer.screen.picture.use(.of(.kittyPlaceholders))
    _ = try await viewer.newPicture(after: nil)
    #expect(viewer.bench.host.asked == ["1 l"])
  }

  @Test("A photo is rendered again for a terminal that reports another kind")
  func otherStyle() async throws {
    let viewer = PhotoViewer(try await PictureBench(photos: 1), style: .of(.sixel))
    viewer.screen.picture.show(try viewer.bench.id(1))
    _ = viewer.lines
    viewer.screen.picture.use(.of(.kittyPlaceholders))
    _ = try await viewer.newPicture(after: nil)
    #expect(viewer.bench.host.asked == ["1 l"])
  }
}
