import PictureBasics
import TestSupport
import Testing

@testable import Pictures

@Suite("Animations")
struct AnimationTests {
  private static let size = PixelSize(width: 96, height: 64)

  private static func decode(
    _ name: String, fitting box: PixelSize = size, limits: AnimationLimits = .standard
  ) throws -> PictureAnimation? {
    AnimationDecoder.decode(try TestPicture.bytes(name), fitting: box, limits: limits)
  }

  @Test(
    "Each frame is composed as another decoder does: disposal, transparency and offsets",
    arguments: [("disposal.gif", 5), ("moving.webp", 3)])
  func frames(name: String, count: Int) throws {
    let animation = try #require(try Self.decode(name))
    #expect(animation.frames.count == count)
    let strip = try TestPicture.decode("\(name).png").bitmap
    let black = RGB(red: 0, green: 0, blue: 0)
    for (index, frame) in animation.frames.enumerated() {
      let expected = try #require(strip.cropped(to: PixelRect(x: 0, y: 64 * index, width: 96, height: 64)))
      #expect(frame.bitmap.size == Self.size)
      let likeness = likeness(frame.bitmap.flattened(onto: black), expected.flattened(onto: black))
      #expect(likeness > 50, "frame \(index)")
      #expect(frame.bitmap.isOpaque == expected.isOpaque, "frame \(index)")
    }
  }

  @Test("A delay of at most 10 ms is a tenth of a second, and others are as in the file")
  func delays() throws {
    let gif = try #require(try Self.decode("disposal.gif"))
    #expect(gif.frames.map(\.delay) == [100, 100, 20, 50, 3_000].map { .milliseconds($0) })
    let webP = try #require(try Self.decode("moving.webp"))
    #expect(webP.frames.map(\.delay) == [100, 40, 100].map { .milliseconds($0) })
  }

  @Test("The number of repetitions is that of the file")
  func plays() throws {
    // That of a GIF is what follows the first time.
    #expect(try Self.decode("disposal.gif")?.plays == 3)
    #expect(try #require(try Self.decode("endless.gif")).plays == nil)
    #expect(try Self.decode("once.gif")?.plays == 1)
    #expect(try Self.decode("moving.webp")?.plays == 3)
  }

  @Test("A still picture is no animation", arguments: ["plain.gif", "plain.webp", "plain.jpg", "empty.jpg"])
  func stills(name: String) throws {
    #expect(try Self.decode(name) == nil)
  }

  @Test("Frames are made to fit into the box", arguments: ["disposal.gif", "moving.webp"])
  func fitting(name: String) throws {
    let small = try #require(try Self.decode(name, fitting: PixelSize(width: 30, height: 30)))
    let whole = try #require(try Self.decode(name))
    #expect(small.frames.allSatisfy { $0.bitmap.size == PixelSize(width: 30, height: 20) })
    #expect(small.frames[1].bitmap == whole.frames[1].bitmap.resized(to: PixelSize(width: 30, height: 20)))
  }

  @Test("Frames beyond the limits are left out", arguments: ["disposal.gif", "moving.webp"])
  func limits(name: String) throws {
    var limits = AnimationLimits.standard
    limits.frames = 2
    #expect(try Self.decode(name, limits: limits)?.frames.count == 2)
    limits.frames = 100
    limits.memory = 3 * 4 * 96 * 64 - 1
    #expect(try Self.decode(name, limits: limits)?.frames.count == 2)
    limits = .standard
    limits.decoding.pixels = 96 * 64 - 1
    #expect(try Self.decode(name, limits: limits) == nil)
    limits = .standard
    limits.decoding.fileSize = 100
    #expect(try Self.decode(name, limits: limits) == nil)
  }

  @Test(
    "An animation is played if the bitmaps of the canvas that are needed at once fit into the memory",
    arguments: [("disposal.gif", 3), ("moving.webp", 5)])
  func memory(name: String, bitmaps: Int) throws {
    var limits = AnimationLimits.standard
    limits.decoding.memory = bitmaps * 4 * Self.size.area
    #expect(try Self.decode(name, limits: limits) != nil)
    limits.decoding.memory -= 1
    #expect(try Self.decode(name, limits: limits) == nil)
  }

  @Test("Frames that are larger than the canvas count with all pixels that are decoded")
  func largeFrames() throws {
    let still = try TestPicture.bytes("plain.gif")
    let colors = still[10] & 0x80 == 0 ? 0 : 3 << (Int(still[10] & 7) + 1)
    let frame = still[(13 + colors)..<(still.count - 1)]
    var file =
      Array(still[..<(13 + colors)]) + [[UInt8]](repeating: Array(frame), count: 20).joined() + [0x3B]
    // The canvas has a single pixel.
    file.replaceSubrange(6..<10, with: [1, 0, 1, 0])
    let box = PixelSize(width: 1, height: 1)
    #expect(AnimationDecoder.decode(file, fitting: box)?.frames.count == 20)
    var limits = AnimationLimits.standard
    limits.decoding.work = Self.size.area
    #expect(AnimationDecoder.decode(file, fitting: box, limits: limits)?.frames.count == 5)
  }

  @Test("A file that ends early has the frames before")
  func truncated() throws {
    let bytes = try TestPicture.bytes("disposal.gif")
    let animation = AnimationDecoder.decode(Array(bytes.dropLast(bytes.count / 5)), fitting: Self.size)
    #expect(try #require(animation).frames.count < 5)
  }

  @Test("Without its library, an animated WebP picture is no animation")
  func missingLibrary() throws {
    let frames = AnimationFrames(box: Self.size, limits: .standard)
    let bytes = try TestPicture.bytes("moving.webp")
    #expect(
      WebPAnimation(bytes, frames, library: WebPAnimation.load("libwebpdemux-of-another-name.so")).decode()
        == nil)
    #expect(WebPAnimation(bytes, frames).decode() != nil)
  }

  @Test("No change of an animation's bytes crashes the decoder or breaks its limits")
  func mutations() throws {
    let originals = try ["disposal.gif", "moving.webp", "animated.gif", "animated.webp"].map(
      TestPicture.bytes)
    var limits = AnimationLimits.standard
    limits.decoding = DecodingLimits(pixels: 1 << 20, memory: 8 << 20, fileSize: 1 << 20, work: 4 << 20)
    limits.memory = 1 << 20
    for seed in Seeds.range(quick: 600, long: 100_000) {
      var random = SeededGenerator(seed: seed)
      var bytes = originals.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          Bool.random(using: &random) ? bytes[place] ^ 1 : .random(in: .min ... .max, using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let box = PixelSize(width: 40, height: 40)
      guard let animation = AnimationDecoder.decode(bytes, fitting: box, limits: limits) else { continue }
      #expect(animation.frames.allSatisfy { box.covers($0.bitmap.size) }, "seed \(seed)")
      #expect(animation.frames.reduce(0) { $0 + $1.bitmap.pixels.count } <= limits.memory, "seed \(seed)")
    }
  }
}
