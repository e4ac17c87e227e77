import Foundation
import PictureBasics
import TestSupport
import Testing

@testable import Pictures

@Suite("Previews of raw files")
struct RAWTests {
  @Test("The preview is shown", arguments: ["plain.dng", "turned-by-preview.dng"])
  func preview(name: String) throws {
    let picture = try TestPicture.decode(name)
    #expect(picture.fullSize == PixelSize(width: 96, height: 64) && !picture.isTruncated)
    #expect(likeness(picture.bitmap, TestPicture.card()) > 38)
    let small = try TestPicture.decode(name, covering: PixelSize(width: 40, height: 10))
    #expect(small.bitmap.size == PixelSize(width: 48, height: 32))
  }

  @Test("The raw file says how its preview is turned upright", arguments: [3, 6, 8])
  func orientations(value: Int) throws {
    let picture = try TestPicture.decode("orientation-\(value).dng")
    #expect(picture.fullSize == PixelSize(width: 48, height: 32))
    #expect(likeness(picture.bitmap, TestPicture.card(48, 32)) > 38)
  }

  @Test("A preview that is no JPEG is not shown")
  func pixels() throws {
    #expect(throws: PictureError.damaged(.raw, "it contains no preview")) {
      try TestPicture.decode("pixels.dng")
    }
  }

  @Test("The preview of a file on disk is the same as that of its bytes")
  func file() throws {
    let folder = try TemporaryFolder()
    let bytes = try TestPicture.bytes("orientation-6.dng")
    try Data(bytes).write(to: folder.url.appending(path: "a b.dng"))
    let preview = try RAWPreview.file(path: folder.path("a b.dng"))
    #expect(try preview == RAWPreview.file(of: bytes))
    let picture = try PictureDecoder.decode(preview)
    #expect(picture.format == .jpeg && picture.fullSize == PixelSize(width: 48, height: 32))
  }

  @Test("A TIFF that is no raw file, and a raw file without a preview, are refused with their reasons")
  func refused() throws {
    #expect(throws: PictureError.otherFormat(.tiff)) { try TestPicture.decode("tiff-magic.tif") }
    let empty = Array("IIRO\u{8}\0\0\0".utf8) + [UInt8](repeating: 0, count: 600)
    let error = #expect(throws: PictureError.self) { try PictureDecoder.decode(empty) }
    #expect(error?.description == "The RAW file is damaged: it contains no preview.")
  }
}
