import PictureBasics
import Testing

@testable import Pictures

@Suite("WebP")
struct WebPTests {
  @Test("The picture comes out as it was drawn", arguments: [("plain", Double.infinity), ("lossy", 30)])
  func faithful(name: String, least: Double) throws {
    let picture = try TestPicture.decode("\(name).webp")
    #expect(picture.format == .webp && !picture.isTruncated)
    #expect(picture.fullSize == PixelSize(width: 96, height: 64) && picture.bitmap.isOpaque)
    #expect(likeness(picture.bitmap, TestPicture.card()) >= least)
  }

  @Test(
    "Transparency and the first frame come out as another decoder makes them",
    arguments: ["transparent", "animated", "offset"])
  func frames(name: String) throws {
    let picture = try TestPicture.decode("\(name).webp")
    #expect(!picture.isTruncated && picture.fullSize == picture.bitmap.size)
    try TestPicture.expectSame(picture.bitmap, as: "\(name).webp.png")
  }

  @Test("All orientations stand upright", arguments: 2...8)
  func orientations(value: Int) throws {
    let picture = try TestPicture.decode("orientation-\(value).webp")
    #expect(picture.fullSize == PixelSize(width: 48, height: 32))
    #expect(picture.bitmap == TestPicture.card(48, 32))
    let small = try TestPicture.decode(
      "orientation-\(value).webp", covering: PixelSize(width: 24, height: 5))
    #expect(small.bitmap.size == PixelSize(width: 24, height: 16))
  }

  @Test(
    "A picture is scaled while it is decoded, to what is needed",
    arguments: ["plain.webp", "lossy.webp", "animated.webp"])
  func scaling(name: String) throws {
    let picture = try TestPicture.decode(name, covering: PixelSize(width: 30, height: 1))
    #expect(picture.bitmap.size == PixelSize(width: 30, height: 20))
    #expect(picture.fullSize == PixelSize(width: 96, height: 64))
    let whole = try TestPicture.decode(name).bitmap
    #expect(likeness(picture.bitmap, whole.resized(to: picture.bitmap.size)) > 30)
  }

  @Test("Colors are converted from the profile of the file to sRGB")
  func profile() throws {
    let plain = try TestPicture.bytes("plain.webp")
    let inPNG = try PictureDecoder.decode(
      ProfileFile(.adobe).inserted(intoPNG: try TestPicture.bytes("plain.png")))
    let picture = try PictureDecoder.decode(
      ProfileFile(.adobe).inserted(intoWebP: plain, size: PixelSize(width: 96, height: 64)))
    #expect(picture.bitmap == inPNG.bitmap && picture.bitmap != TestPicture.card())
  }

  @Test("A file that ends early is shown as far as it goes")
  func truncated() throws {
    let picture = try TestPicture.decode("truncated-half.webp")
    #expect(picture.isTruncated)
    let seen = PixelRect(x: 0, y: 0, width: 96, height: 16)
    let part = try #require(picture.bitmap.cropped(to: seen))
    #expect(likeness(part, try #require(TestPicture.card().cropped(to: seen))) > 28)
    #expect(throws: PictureError.damaged(.webp, "it ends before the picture begins")) {
      try TestPicture.decode("truncated-header.webp")
    }
  }

  @Test("A picture that is too large is refused, and one whose pixels are too many is decoded smaller")
  func limits() throws {
    #expect(throws: PictureError.tooLarge(PixelSize(width: 16384, height: 16384))) {
      try TestPicture.decode("huge-dimensions.webp")
    }
    let bytes = try TestPicture.bytes("plain.webp")
    var limits = DecodingLimits.standard
    let pixels = 4 * 96 * 64
    limits.memory = 2 * pixels
    #expect(try PictureDecoder.decode(bytes, limits: limits).bitmap.width == 96)
    limits.memory = 2 * pixels - 1
    let smaller = try PictureDecoder.decode(bytes, limits: limits).bitmap.size
    #expect(smaller.width < 96 && smaller.width > 90)
    limits.memory = pixels
    #expect(throws: PictureError.tooLarge(PixelSize(width: 96, height: 64))) {
      try PictureDecoder.decode(bytes, limits: limits)
    }
  }

  /// Returns a file with empty chunks at an offset.
  private func inserting(emptyChunks count: Int, at offset: Int, in file: [UInt8]) -> [UInt8] {
    let chunk: [UInt8] = Array("JUNK".utf8) + [0, 0, 0, 0]
    var result = file
    result.insert(contentsOf: repeatElement(chunk, count: count).joined(), at: offset)
    let length = result.count - 8
    for index in 0..<4 { result[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    return result
  }

  @Test("Of a million chunks, only the first ones are looked at", arguments: [100, 10_000])
  func manyChunks(count: Int) throws {
    // Behind the header of the file and the chunk with the canvas.
    let file = inserting(emptyChunks: count, at: 12 + 18, in: try TestPicture.bytes("orientation-6.webp"))
    let size = try PictureDecoder.decode(file).fullSize
    #expect(size == PixelSize(width: count == 100 ? 48 : 32, height: count == 100 ? 32 : 48))
    let moving = try TestPicture.bytes("moving.webp")
    let animation = AnimationDecoder.decode(
      inserting(emptyChunks: count, at: moving.count, in: moving), fitting: PixelSize(width: 96, height: 64))
    #expect(animation?.frames.count == (count == 100 ? 3 : nil))
  }

  @Test("Without libwebp, the sentence names its package")
  func missingLibrary() throws {
    let bytes = try TestPicture.bytes("plain.webp")
    let library = WebPLibrary.load("libwebp-of-another-name.so.7")
    let error = #expect(throws: PictureError.missingLibrary(.webp, package: "libwebp7")) {
      try WebPDecoder(bytes, limits: .standard, library: library).decode { $0 }
    }
    #expect(error?.description == "WebP pictures cannot be shown: install the package libwebp7.")
  }
}
