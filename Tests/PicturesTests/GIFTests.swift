import PictureBasics
import Testing

@testable import Pictures

@Suite("GIF")
struct GIFTests {
  @Test(
    "The first frame comes out as another decoder makes it",
    arguments: ["plain", "interlaced", "transparent", "animated", "offset"])
  func frames(name: String) throws {
    let picture = try TestPicture.decode("\(name).gif")
    #expect(picture.format == .gif && !picture.isTruncated && picture.fullSize == picture.bitmap.size)
    try TestPicture.expectSame(picture.bitmap, as: "\(name).gif.png")
  }

  @Test("A file without a canvas has the extent of its frame")
  func noCanvas() throws {
    #expect(try TestPicture.decode("no-canvas.gif").bitmap == TestPicture.decode("plain.gif").bitmap)
  }

  @Test("Colors that the file does not have are transparent")
  func noColors() throws {
    let bitmap = try TestPicture.decode("no-colors.gif").bitmap
    #expect(bitmap.size == PixelSize(width: 96, height: 64))
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test("A file that ends early is shown as far as it goes")
  func truncated() throws {
    let picture = try TestPicture.decode("truncated-half.gif")
    #expect(picture.isTruncated)
    let seen = PixelRect(x: 0, y: 0, width: 96, height: 24)
    let part = try #require(picture.bitmap.cropped(to: seen))
    #expect(try part == TestPicture.decode("plain.gif").bitmap.cropped(to: seen))
    #expect(throws: PictureError.damaged(.gif, "it ends before the picture begins")) {
      try TestPicture.decode("truncated-header.gif")
    }
  }

  @Test("Neither the canvas nor the frame is larger than the limits", arguments: ["dimensions", "frame"])
  func limits(name: String) {
    #expect(throws: PictureError.tooLarge(PixelSize(width: 65500, height: 65500))) {
      try TestPicture.decode("huge-\(name).gif")
    }
  }

  @Test("Without giflib, the sentence names its package")
  func missingLibrary() throws {
    let bytes = try TestPicture.bytes("plain.gif")
    let library = GIFLibrary.load("libgif-of-another-name.so.7")
    let error = #expect(throws: PictureError.missingLibrary(.gif, package: "libgif7")) {
      try GIFDecoder(bytes, limits: .standard, library: library).decode()
    }
    #expect(error?.description == "GIF pictures cannot be shown: install the package libgif7.")
  }
}
