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

  /// The beginning of a raw file with a preview in front of other data, which is a JPEG as well.
  private func head(preview: Range<Int>, data: Range<Int>) -> [UInt8] {
    var camera = CameraFile()
    camera.exif = [
      0x0103: .short(6), 0x0111: .long(data.lowerBound), 0x0117: .long(data.count),
      0x0201: .long(preview.lowerBound), 0x0202: .long(preview.count),
    ]
    return camera.tiff
  }

  @Test("Raw data that are larger than the preview are not read for it")
  func rawData() throws {
    let preview = try TestPicture.bytes("plain.jpg")
    // The frame of two channels of 14 bits that are coded without loss.
    let frame: [UInt8] = [0xFF, 0xC3, 0, 14, 14, 0, 64, 0, 96, 2, 0, 0x11, 0, 1, 0x11, 0]
    let data = [0xFF, 0xD8] + frame + [UInt8](repeating: 0, count: 20_000_000)
    let (start, end) = (1_000_000, 1_000_000 + preview.count)
    let head = head(preview: start..<end, data: end..<end + data.count)
    var loaded = 0
    let file = try RAWPreview.file(head: head) { offset, count in
      loaded += count
      let rest = offset < end ? preview.dropFirst(offset - start) : data.dropFirst(offset - end)
      return Array(rest.prefix(count))
    }
    #expect(file == preview && loaded < 200_000)
  }

  @Test("A preview with metadata longer than the first part that is read is found")
  func longMetadata() throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let segment = [0xFF, 0xEF, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 0xFFFD)
    let preview = plain.prefix(2) + segment + segment + plain.dropFirst(2)
    let start = 1_000_000
    let head = head(preview: start..<start + preview.count, data: 9..<9)
    let file = try RAWPreview.file(head: head) { offset, count in
      Array(preview.dropFirst(offset - start).prefix(count))
    }
    #expect(file.elementsEqual(preview))
  }

  @Test("A TIFF that is no raw file, and a raw file without a preview, are refused with their reasons")
  func refused() throws {
    #expect(throws: PictureError.otherFormat(.tiff)) { try TestPicture.decode("tiff-magic.tif") }
    let empty = Array("IIRO\u{8}\0\0\0".utf8) + [UInt8](repeating: 0, count: 600)
    let error = #expect(throws: PictureError.self) { try PictureDecoder.decode(empty) }
    #expect(error?.description == "The RAW file is damaged: it contains no preview.")
  }
}
