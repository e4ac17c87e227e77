import PictureBasics
import TestSupport
import Testing

@testable import Pictures

@Suite("HEIC and AVIF")
struct HEIFTests {
  static let kinds = ["heic", "avif"]

  @Test(
    "The picture comes out as it was drawn",
    arguments: [("plain.heic", 38.0), ("plain.avif", 38), ("ten-bit.heic", 36)])
  func faithful(name: String, least: Double) throws {
    let picture = try TestPicture.decode(name)
    #expect(picture.format == (name.hasSuffix("heic") ? .heic : .avif) && !picture.isTruncated)
    #expect(picture.fullSize == PixelSize(width: 96, height: 64) && picture.bitmap.isOpaque)
    #expect(likeness(picture.bitmap, TestPicture.card()) >= least)
    #expect(offset(of: picture.bitmap, in: TestPicture.card(), reach: 1) == [0, 0])
  }

  @Test("Transparency comes out as another decoder makes it", arguments: kinds)
  func transparency(kind: String) throws {
    let bitmap = try TestPicture.decode("transparent.\(kind)").bitmap
    let expected = try TestPicture.decode("transparent.\(kind).png").bitmap
    let gray = RGB(red: 128, green: 128, blue: 128)
    #expect(!bitmap.isOpaque && !expected.isOpaque)
    #expect(likeness(bitmap.flattened(onto: gray), expected.flattened(onto: gray)) > 40)
  }

  @Test("The container turns the picture upright", arguments: 2...8)
  func orientations(value: Int) throws {
    for kind in Self.kinds {
      let name = "orientation-\(value).\(kind)"
      let picture = try TestPicture.decode(name)
      #expect(picture.fullSize == PixelSize(width: 48, height: 32), "\(name)")
      #expect(picture.bitmap.size == picture.fullSize, "\(name)")
      #expect(likeness(picture.bitmap, TestPicture.card(48, 32)) > 34, "\(name)")
    }
  }

  @Test("EXIF does not turn a picture whose container says that it is upright")
  func turnedByEXIF() throws {
    let picture = try TestPicture.decode("turned-by-exif.heic")
    #expect(picture.fullSize == PixelSize(width: 96, height: 64))
    #expect(likeness(picture.bitmap, TestPicture.card()) > 38)
  }

  @Test("Colors are converted from the profile of the file to sRGB", arguments: kinds)
  func profile(kind: String) throws {
    let exchanged = TestPicture.mapped(TestPicture.card()) { ($2, $1, $0) }
    #expect(likeness(try TestPicture.decode("profile.\(kind)").bitmap, exchanged) > 34)
  }

  @Test("A picture is made smaller as long as it covers what is needed", arguments: kinds)
  func scaling(kind: String) throws {
    for (need, width) in [(96, 96), (49, 96), (48, 48), (30, 32), (1, 1)] {
      let picture = try TestPicture.decode(
        "plain.\(kind)", covering: PixelSize(width: need, height: need * 2 / 3))
      #expect(picture.bitmap.size.width == width, "\(need)")
      #expect(picture.fullSize == PixelSize(width: 96, height: 64))
      let ideal = TestPicture.card().resized(to: picture.bitmap.size)
      #expect(width < 30 || likeness(picture.bitmap, ideal) > 30, "\(need)")
    }
  }

  @Test("The mean of transparent pixels has the color of those that are seen")
  func means() throws {
    let pixels: [UInt8] = [200, 100, 40, 255, 9, 9, 9, 0, 9, 9, 9, 0, 200, 100, 40, 255]
    let bitmap = pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        PixelPlane(start: $0, rowLength: 8, size: PixelSize(width: 2, height: 2)).reduced(by: 2)
      }
    }
    #expect(bitmap?.pixels == [200, 100, 40, 128])
  }

  @Test("A file that ends early, or says that it is too large, is refused", arguments: kinds)
  func damaged(kind: String) throws {
    let format: PictureFormat = kind == "heic" ? .heic : .avif
    let error = #expect(throws: PictureError.self) { try TestPicture.decode("truncated-half.\(kind)") }
    guard case .damaged(format, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(throws: PictureError.tooLarge(PixelSize(width: 65500, height: 65500))) {
      try TestPicture.decode("huge-dimensions.\(kind)")
    }
  }

  @Test("A picture that takes too much memory is shown as its thumbnail")
  func thumbnail() throws {
    let bytes = try TestPicture.bytes("thumbnail.heic")
    var limits = DecodingLimits.standard
    limits.memory = 10 * 960 * 640
    let picture = try PictureDecoder.decode(bytes, limits: limits)
    #expect(picture.fullSize == PixelSize(width: 960, height: 640))
    #expect(picture.bitmap.size == PixelSize(width: 96, height: 64))
    #expect(likeness(picture.bitmap, TestPicture.card()) > 30)
    limits.memory += 4 * 480 * 320
    #expect(
      try PictureDecoder.decode(bytes, limits: limits).bitmap.size == PixelSize(width: 480, height: 320))
    limits.memory = 10 * 96 * 64
    #expect(throws: PictureError.tooLarge(PixelSize(width: 960, height: 640))) {
      try PictureDecoder.decode(bytes, limits: limits)
    }
  }

  @Test("Without libheif, the sentence names its package", arguments: kinds)
  func missingLibrary(kind: String) throws {
    let (bytes, format) = (
      try TestPicture.bytes("plain.\(kind)"), kind == "heic" ? PictureFormat.heic : .avif
    )
    let library = HEIFLibrary.load("libheif-of-another-name.so.1")
    let error = #expect(throws: PictureError.missingLibrary(format, package: "libheif1")) {
      try HEIFDecoder(bytes, as: format, limits: .standard, library: library).decode { $0 }
    }
    #expect(
      error?.description == "\(format.rawValue) pictures cannot be shown: install the package libheif1.")
  }
}
