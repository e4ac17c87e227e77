import Foundation
import Pictures
import Terminal
import TerminalPictures
import TerminalPicturesSupport
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Playing animations", .timeLimit(.minutes(10)))
struct AnimationPlayerTests {
  /// An animation of a file of the tests; its frames last 100, 100, 20, 50 and 3,000 ms, three times.
  private static func animation() async throws -> PictureAnimation {
    let bytes = [UInt8](
      try Data(contentsOf: Repository.url("Tests/PicturesTests/Pictures/disposal.gif")))
    let maker = PictureMaker(style: try #require(.of(.kittyPlaceholders)))
    let animation = await maker.animation(of: bytes, within: Size(width: 20, height: 10))
    return try #require(animation)
  }

  /// A player on a clock that is always at the time for which the player waits, unless a test sets it.
  @MainActor private final class Bench {
    let player = AnimationPlayer()
    let bell = Bell()
    var time = ContinuousClock.now
    var shown: [Int] = []

    init() {
      player.now = { [unowned self] in time }
      player.sleep = { [unowned self] due in
        await Task.yield()
        try Task.checkCancellation()
        time = max(time, due)
      }
      player.show = { [unowned self] in
        shown.append(player.index)
        bell.ring()
      }
    }
  }

  @Test("Frames follow each other as often as the file says, and the last one stays")
  func order() async throws {
    let bench = Bench()
    let start = bench.time
    bench.player.start(try await Self.animation())
    #expect(bench.player.isPlaying && bench.player.index == 0)
    try await bench.bell.wait { bench.shown.count == 14 }
    try await until { !bench.player.isPlaying }
    #expect(bench.shown == [1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
    #expect(bench.time - start == .milliseconds(3 * 3_270) && bench.player.index == 4)
    bench.player.toggle()
    #expect(bench.player.isPlaying && bench.player.index == 0)
    bench.player.stop()
    #expect(!bench.player.isPlaying && bench.player.bitmap == nil)
  }

  @Test(
    "No frame is shown before the terminal has confirmed the last one, and those whose time has passed are left out"
  )
  func slowTerminal() async throws {
    let bench = Bench()
    var confirm: (() -> Void)?
    bench.player.confirm = {
      confirm = $0
      bench.bell.ring()
    }
    bench.player.start(try await Self.animation())
    try await bench.bell.wait { confirm != nil }
    #expect(bench.shown == [1])
    // The frame after the next is over by then.
    bench.time += .milliseconds(130)
    confirm?()
    confirm = nil
    try await bench.bell.wait { confirm != nil }
    #expect(bench.shown == [1, 3])
    // After a suspension, nothing is left out.
    bench.time += .seconds(3_600)
    confirm?()
    confirm = nil
    try await bench.bell.wait { confirm != nil }
    #expect(bench.shown == [1, 3, 4])
    bench.player.stop()
  }

  @Test("A pause keeps the frame, and playing goes on with the next one")
  func pausing() async throws {
    let bench = Bench()
    let player = bench.player
    player.show = {
      bench.shown.append(player.index)
      if bench.shown == [1, 2] { player.toggle() }
      bench.bell.ring()
    }
    player.start(try await Self.animation())
    try await bench.bell.wait { bench.shown.count == 2 }
    #expect(!player.isPlaying && player.index == 2 && player.bitmap != nil)
    player.toggle()
    #expect(player.isPlaying)
    try await bench.bell.wait { bench.shown.count == 4 }
    player.stop()
    #expect(bench.shown == [1, 2, 3, 4])
  }
}
