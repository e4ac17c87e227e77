import ObjectGraph
import PhotoLibrary
import PictureBasics
import PictureFetching
import PictureLooks
import Pictures
import Terminal
import TerminalPictures
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Looks of pictures that are seen", .timeLimit(.minutes(10)))
struct KeptLooksTests {
  @Test("A thumbnail that is decoded leaves the look of its picture, however it is shown")
  func kept() async throws {
    let bench = try await PictureBench(photos: 2)
    let keeper = LookKeeper(container: bench.library.library.container, pause: .seconds(600))
    let loader = bench.loader(looks: keeper)
    try bench.library.library.turn([bench.library.photo("2")], quarters: 1)
    for wish in try bench.wishes(1) + [
      .init(photo: bench.id(2), box: Size(width: 20, height: 9), fit: .filling)
    ] {
      loader.want([wish])
      try await bench.bell.wait { loader.picture(of: wish) != nil }
    }
    // Looks are computed after the pictures; polls, as the keeper posts no notification.
    for id in [1, 2] { try await until { !keeper.needsLook(of: try bench.id(id)) } }
    try await keeper.save()
    await bench.library.library.container.coordinator.drain()
    for id in ["1", "2"] {
      let expected = PictureLook(of: try bench.picture(id))
      let look = try #require(try bench.library.photo(id).look?.value)
      #expect(LookLikeness.areNear(look, expected))
    }
    #expect(bench.library.context.undoHistory?.canRedo == false)
  }

  @Test("A picture that is too small for a look leaves none")
  func small() async throws {
    let bench = try await PictureBench(photos: 1)
    let keeper = LookKeeper(container: bench.library.library.container, pause: .seconds(600))
    let bitmap = try bench.picture("1")
    let version = PictureVersion(text: "small")
    await keeper.keep(
      bitmap.resized(to: .init(width: 60, height: 40)), of: try bench.id(1), madeOf: version)
    #expect(keeper.needsLook(of: try bench.id(1)))
    await keeper.keep(bitmap, of: try bench.id(1), madeOf: version)
    #expect(!keeper.needsLook(of: try bench.id(1)))
  }
}
