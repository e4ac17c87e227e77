import PhotoMetadata
import PictureBasics
import Pictures
import TestSupport
import Testing

@Suite("Decoding")
struct DecodingTests {
  @Test(
    "The picture comes out as it was drawn",
    arguments: [
      ("plain.jpg", 40.0), ("subsampled.jpg", 37), ("restarts.jpg", 40), ("progressive.jpg", 40),
      ("arithmetic.jpg", 40), ("arithmetic-progressive.jpg", 40), ("one-scan-a-channel.jpg", 40),
      ("cmyk.jpg", 37), ("ycck.jpg", 37), ("orientation-99.jpg", 40), ("exif-offset-beyond-end.jpg", 40),
      ("exif-endless-directory.jpg", 40), ("junk-before-soi.jpg", 40), ("junk-after-end.jpg", 40),
      ("plain.png", .infinity), ("interlaced.png", .infinity), ("sixteen-bit.png", .infinity),
      ("palette.png", 30), ("checksum-of-text.png", .infinity), ("checksum-of-data.png", .infinity),
    ])
  func faithful(name: String, least: Double) throws {
    let picture = try TestPicture.decode(name)
    #expect(picture.fullSize == PixelSize(width: 96, height: 64))
    #expect(picture.format == (name.hasSuffix("jpg") ? .jpeg : .png))
    #expect(!picture.isTruncated)
    #expect(picture.bitmap.isOpaque)
    #expect(likeness(picture.bitmap, TestPicture.card()) >= least)
    #expect(offset(of: picture.bitmap, in: TestPicture.card(), reach: 1) == [0, 0])
  }

  @Test(
    "A picture stands for a larger one of its proportions only",
    arguments: [
      (960, 640, true), (1_000, 667, true), (96, 64, true), (640, 960, false), (960, 700, false),
      (48, 32, false),
    ])
  func smaller(width: Int, height: Int, isSmaller: Bool) throws {
    let picture = try TestPicture.decode("plain.jpg")
    let original = PixelSize(width: width, height: height)
    #expect(picture.made(from: original).fullSize == (isSmaller ? original : picture.fullSize))
    #expect(picture.made(from: original).bitmap == picture.bitmap)
  }

  @Test("Grey stays grey", arguments: [("grey.jpg", 40.0), ("grey.png", 45)])
  func grey(name: String, least: Double) throws {
    #expect(likeness(try TestPicture.decode(name).bitmap, TestPicture.greyCard()) > least)
  }

  @Test("Black and white come out as such")
  func oneBit() throws {
    let bitmap = try TestPicture.decode("one-bit.png").bitmap
    let grey = TestPicture.greyCard()
    #expect(Set(bitmap.pixels) == [0, 255])
    let wrong = bitmap.pixels.indices.filter { (bitmap.pixels[$0] == 255) != (grey.pixels[$0] > 110) }
    #expect(wrong.count < 100)
  }

  @Test("Ink without Adobe's marker is not inverted")
  func plainInk() throws {
    let inverted = try TestPicture.decode("cmyk.jpg").bitmap
    let plain = try TestPicture.decode("cmyk-without-adobe.jpg").bitmap
    // The black ink of the card is 0 everywhere, which without the marker reads as full ink.
    #expect(plain.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element < 8 })
    #expect(inverted.pixels.contains { $0 > 200 && $0 < 255 })
  }

  @Test("A width that is no multiple of a block has no edge of its own")
  func oddSize() throws {
    let picture = try TestPicture.decode("odd-size.jpg")
    #expect(likeness(picture.bitmap, TestPicture.card(97, 61)) > 35)
  }

  @Test("All eight orientations stand upright", arguments: 1...8)
  func orientations(value: Int) throws {
    let picture = try TestPicture.decode("orientation-\(value).jpg")
    #expect(picture.fullSize == PixelSize(width: 48, height: 32))
    #expect(likeness(picture.bitmap, TestPicture.card(48, 32)) > 38)
  }

  @Test("An orientation written as a long number is understood")
  func longOrientation() throws {
    #expect(likeness(try TestPicture.decode("orientation-as-long.jpg").bitmap, TestPicture.card(48, 32)) > 38)
  }

  @Test("Of several segments of EXIF in a JPEG, the first counts, as it does for the facts")
  func severalSegments() throws {
    var camera = CameraFile()
    camera.exif = [0x0112: .short(1)]
    camera.base = try TestPicture.bytes("orientation-6.jpg")
    let picture = try PictureDecoder.decode(camera.bytes)
    #expect(picture.fullSize == PixelSize(width: 32, height: 48))
    #expect(PhotoFacts(head: camera.bytes).size == picture.fullSize)
  }

  @Test("A PNG stands upright by its EXIF data", arguments: [(3, 2), (6, 1), (8, 3)])
  func orientationOfPNG(value: UInt8, quarters: Int) throws {
    let plain = try TestPicture.bytes("plain.png")
    let turned = try PictureDecoder.decode(plain.insertingPNGChunks([.orientation(value)]))
    #expect(turned.bitmap == (try PictureDecoder.decode(plain).bitmap.turned(quarters: quarters)))
    #expect(turned.fullSize == turned.bitmap.size)
  }

  @Test(
    "A PNG with EXIF as a text, as ImageMagick writes it, stands upright, and a chunk of EXIF counts more")
  func orientationTextOfPNG() throws {
    let plain = try TestPicture.bytes("plain.png")
    let whole = try PictureDecoder.decode(plain).bitmap
    func expect(_ chunks: [PNGChunk], turnedBy quarters: Int) throws {
      let file = plain.insertingPNGChunks(chunks)
      let picture = try PictureDecoder.decode(file)
      #expect(picture.bitmap == whole.turned(quarters: quarters))
      #expect(PhotoFacts(head: file).size == picture.fullSize)
    }
    try expect([.orientationText(6)], turnedBy: 1)
    try expect([.orientationText(6), .orientation(3)], turnedBy: 2)
    try expect([.orientation(8), .orientationText(6)], turnedBy: 3)
  }

  @Test("What stands behind the end of a PNG does not turn it")
  func orientationBehindPNG() throws {
    let plain = try TestPicture.bytes("plain.png")
    let followed = plain + PNGChunk.orientation(6).bytes
    #expect(try PictureDecoder.decode(followed).bitmap == PictureDecoder.decode(plain).bitmap)
  }

  @Test("More texts than the decoder takes do not keep the picture of a PNG from being shown")
  func textsOfPNG() throws {
    let plain = try TestPicture.bytes("plain.png")
    let text = PNGChunk(kind: "tEXt", contents: Array("Comment\0a".utf8))
    let texts = plain.insertingPNGChunks(Array(repeating: text, count: 2_000))
    #expect(try PictureDecoder.decode(texts).bitmap == PictureDecoder.decode(plain).bitmap)
    let profile = ProfileFile(.adobe)
    let converted = try PictureDecoder.decode(profile.inserted(intoPNG: texts)).bitmap
    #expect(try PictureDecoder.decode(profile.inserted(intoPNG: plain)).bitmap == converted)
  }

  @Test("What shines through is kept", arguments: ["transparent.png", "palette-transparent.png"])
  func transparency(name: String) throws {
    let bitmap = try TestPicture.decode(name).bitmap
    #expect(!bitmap.isOpaque)
    #expect(bitmap.pixels.enumerated().contains { $0.offset % 4 == 3 && $0.element > 200 })
  }

  @Test(
    "A JPEG is halved while it is decoded, as long as it covers the need",
    arguments: [
      ((96, 64), (96, 64)), ((84, 56), (96, 64)), ((49, 1), (96, 64)), ((48, 32), (48, 32)),
      ((25, 1), (48, 32)),
      ((13, 8), (24, 16)), ((12, 8), (12, 8)), ((0, 0), (12, 8)), ((5000, 5000), (96, 64)),
    ])
  func scaling(need: (Int, Int), size: (Int, Int)) throws {
    let picture = try TestPicture.decode("plain.jpg", covering: PixelSize(width: need.0, height: need.1))
    #expect(picture.bitmap.size == PixelSize(width: size.0, height: size.1))
    #expect(picture.fullSize == PixelSize(width: 96, height: 64))
    let ideal = TestPicture.card().resized(to: picture.bitmap.size)
    #expect(likeness(picture.bitmap, ideal) > 32)
  }

  @Test("The need of a turned picture is that of the upright one", arguments: [1, 6])
  func turnedNeed(value: Int) throws {
    let picture = try TestPicture.decode(
      "orientation-\(value).jpg", covering: PixelSize(width: 24, height: 5))
    #expect(picture.bitmap.size == PixelSize(width: 24, height: 16))
  }

  @Test(
    "A box asks for what fits into it",
    arguments: [((40, 400), 48), ((400, 17), 48), ((500, 500), 96), ((1, 1), 12)])
  func fitting(box: (Int, Int), width: Int) throws {
    let bytes = try TestPicture.bytes("plain.jpg")
    let picture = try PictureDecoder.decode(bytes, fitting: PixelSize(width: box.0, height: box.1))
    #expect(picture.bitmap.width == width)
    #expect(picture.fullSize == PixelSize(width: 96, height: 64))
  }
}
