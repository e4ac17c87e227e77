import PictureBasics
import Pictures
import Testing

@Suite("Damaged pictures and what is none")
struct DamageTests {
  @Test(
    "A picture that ends early is shown as far as it goes",
    arguments: ["truncated-half.jpg", "truncated-half.png", "wrong-dimensions.jpg", "wrong-dimensions.png"])
  func upperPart(name: String) throws {
    let picture = try TestPicture.decode(name)
    #expect(picture.isTruncated)
    let seen = PixelRect(x: 0, y: 0, width: 96, height: 24)
    let part = try #require(picture.bitmap.cropped(to: seen))
    let ideal = try #require(TestPicture.card().cropped(to: seen))
    #expect(likeness(part, ideal) > 38)
  }

  @Test("Later passes that are missing leave a coarse picture")
  func coarse() throws {
    let picture = try TestPicture.decode("truncated-progressive.jpg")
    #expect(picture.isTruncated)
    #expect(likeness(picture.bitmap, TestPicture.card()) > 25)
  }

  @Test("Later rows that are missing leave holes, which are transparent")
  func holes() throws {
    let bitmap = try TestPicture.decode("truncated-interlaced.png").bitmap
    let card = TestPicture.card()
    let seen = (0..<96 * 64).filter { bitmap[$0 % 96, $0 / 96].alpha == 255 }
    #expect(seen.count > 3072 && seen.count < 6144)
    #expect(seen.allSatisfy { bitmap[$0 % 96, $0 / 96] == card[$0 % 96, $0 / 96] })
  }

  @Test("A missing end mark alone loses nothing, but is reported")
  func noEnd() throws {
    let picture = try TestPicture.decode("no-end.jpg")
    #expect(picture.isTruncated)
    #expect(likeness(picture.bitmap, TestPicture.card()) > 40)
  }

  @Test("Garbage in the data is reported", arguments: ["garbage-inside.png"])
  func garbage(name: String) throws {
    #expect(try TestPicture.decode(name).isTruncated)
  }

  @Test(
    "What cannot be shown is refused with its reason",
    arguments: [
      ("empty.jpg", PictureError.empty), ("text-instead.jpg", .notAPicture), ("zeros.jpg", .notAPicture),
      ("html-instead.jpg", .otherFormat(.html)), ("html-without-doctype.jpg", .otherFormat(.html)),
      ("webp-magic.webp", .damaged(.webp, "")),
      ("tiff-magic.tif", .otherFormat(.tiff)), ("heic-magic.heic", .damaged(.heic, "no 'meta' box")),
      ("avif-magic.avif", .damaged(.avif, "no 'meta' box")), ("film-magic.mp4", .otherFormat(.film)),
      ("jpeg-2000-magic.jp2", .otherFormat(.jpeg2000)), ("jpeg-xl-magic.jxl", .otherFormat(.jpegXL)),
      ("bmp-magic.bmp", .otherFormat(.bmp)), ("pdf-instead.jpg", .otherFormat(.pdf)),
      ("svg-instead.jpg", .otherFormat(.svg)), ("twelve-bit.jpg", .samplesTooDeep(bits: 12)),
      ("lossless.jpg", .rareJPEG("coded without loss")), ("hierarchical.jpg", .rareJPEG("coded in layers")),
      ("two-channels.jpg", .rareJPEG("made of 2 channels")),
      ("huge-dimensions.jpg", .tooLarge(PixelSize(width: 65500, height: 65500))),
      ("huge-dimensions.png", .tooLarge(PixelSize(width: 65500, height: 65500))),
      ("huge-progressive.jpg", .tooLarge(PixelSize(width: 9500, height: 9500))),
      ("scan-bomb.jpg", .tooLaborious(PixelSize(width: 3000, height: 3000))),
      ("no-height.jpg", .damaged(.jpeg, "it does not say how large it is")),
      ("truncated-header.jpg", .damaged(.jpeg, "it ends before the picture begins")),
      ("truncated-before-scan.jpg", .damaged(.jpeg, "it ends before the picture begins")),
      ("checksum-of-header.png", .damaged(.png, "invalid chunk checksum")),
    ])
  func refused(name: String, error: PictureError) throws {
    let bytes = try TestPicture.bytes(name)
    #expect(throws: error) { try PictureDecoder.decode(bytes) }
  }

  @Test("A JPEG without its tables is damaged, in the decoder's words")
  func noTables() throws {
    let bytes = try TestPicture.bytes("no-tables.jpg")
    let error = #expect(throws: PictureError.self) { try PictureDecoder.decode(bytes) }
    #expect(error?.description.contains("table") == true)
  }

  @Test("Every reason is one sentence")
  func sentences() throws {
    for name in try TestPicture.names() {
      do {
        _ = try TestPicture.decode(name)
      } catch let error as PictureError {
        #expect(error.description.hasSuffix(".") && !error.description.dropLast().hasSuffix("."), "\(name)")
        #expect(error.description.first?.isUppercase == true && error.description.count < 100, "\(name)")
      }
    }
  }
}
