import PictureBasics
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The facts in GIF and WebP files")
struct OtherContainerTests {
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Tide</rdf:li>
    </rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func webP(_ chunks: [(kind: String, data: [UInt8])]) -> [UInt8] {
    var content: [UInt8] = []
    for (kind, data) in chunks {
      content += Array(kind.utf8) + little(data.count, 4) + data
      if !data.count.isMultiple(of: 2) { content.append(0) }
    }
    return Array("RIFF".utf8) + little(content.count + 4, 4) + Array("WEBP".utf8) + content
  }

  private static func gifStart(flags: UInt8) -> [UInt8] {
    Array("GIF89a".utf8) + little(320, 2) + little(200, 2) + [flags, 0, 0]
  }

  /// The extension with the packet, without the table that ends it.
  private static var gifPacket: [UInt8] {
    let start: [UInt8] = [0x21, 0xFF, 11]
    return start + Array("XMP DataXMP".utf8) + Array(packet.utf8)
  }

  /// The TIFF structure of a camera's EXIF.
  private static func exif() -> [UInt8] {
    let file = CameraFile(taken: "2024:05:17 18:03:09", artist: "Ann Bloom", orientation: 6)
    return file.tiff
  }

  @Test("EXIF and XMP in a WebP file count as in a JPEG", arguments: ["", "Exif\0\0"])
  func webP(mark: String) {
    let canvas: [UInt8] = [0x0C, 0, 0, 0] + Self.little(5_999, 3) + Self.little(3_999, 3)
    let facts = PhotoFacts(
      head: Self.webP([
        ("VP8X", canvas), ("VP8 ", [1]), ("EXIF", Array(mark.utf8) + Self.exif()),
        ("XMP ", Array(Self.packet.utf8)),
      ]))
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.artist == "Ann Bloom" && facts.title == "Tide")
    #expect(facts.storedSize == PixelSize(width: 6000, height: 4000))
    #expect(facts.orientation == 6 && facts.size == PixelSize(width: 4000, height: 6000))
  }

  @Test("EXIF and XMP behind the pixels of a WebP file are read, however large it is")
  func webPAfterPixels() {
    let canvas: [UInt8] = [0x0C, 0, 0, 0] + Self.little(5_999, 3) + Self.little(3_999, 3)
    let file = Self.webP([
      ("VP8X", canvas), ("VP8 ", [UInt8](repeating: 1, count: 900_001)), ("EXIF", Self.exif()),
      ("XMP ", Array(Self.packet.utf8)),
    ])
    let facts = PhotoFacts(head: Array(file.prefix(512 << 10))) { offset, count in
      Array(file.dropFirst(offset).prefix(count))
    }
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.title == "Tide" && facts.orientation == 6)
  }

  @Test("The size is that of the picture where the file describes no canvas")
  func sizes() {
    let lossy: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A] + Self.little(640 | 1 << 14, 2) + Self.little(480, 2)
    let lossless: [UInt8] = [0x2F] + Self.little(639 | 479 << 14 | 1 << 28, 4)
    for chunk in [("VP8 ", lossy), ("VP8L", lossless)] {
      #expect(PhotoFacts(head: Self.webP([chunk])).size == PixelSize(width: 640, height: 480))
    }
  }

  @Test("A GIF has the size of its canvas and the XMP before its first frame")
  func gif() {
    let comment: [UInt8] = [0x21, 0xFE, 2, 0x21, 0xFF, 0]
    let table: [UInt8] = [1] + (0...255).reversed() + [0, 0]
    var file = Self.gifStart(flags: 0x80) + [UInt8](repeating: 9, count: 6) + comment
    file += Self.gifPacket + table + [0x2C]
    let facts = PhotoFacts(head: file)
    #expect(facts.size == PixelSize(width: 320, height: 200) && facts.title == "Tide")
  }

  @Test("The XMP of a GIF is read behind long comments")
  func gifWithLongComments() {
    let block = [255] + [UInt8](repeating: 0x21, count: 255)
    let comment: [UInt8] = [0x21, 0xFE] + repeatElement(block, count: 1_000).joined() + [0]
    let file = Self.gifStart(flags: 0) + comment + Self.gifPacket + [1]
    var loaded = 0
    let facts = PhotoFacts(head: Array(file.prefix(64 << 10))) { offset, count in
      loaded += count
      return Array(file.dropFirst(offset).prefix(count))
    }
    #expect(facts.title == "Tide" && loaded < 1 << 20)
  }

  @Test("No part of a file that is missing is read")
  func cut() {
    let canvas: [UInt8] = [0x0C, 0, 0, 0] + Self.little(5_999, 3) + Self.little(3_999, 3)
    let webP = Self.webP([("VP8X", canvas), ("EXIF", Self.exif()), ("XMP ", Array(Self.packet.utf8))])
    let gif = Self.gifStart(flags: 0) + Self.gifPacket
    for file in [webP, gif] {
      for count in 0..<file.count {
        let facts = PhotoFacts(head: Array(file.prefix(count)))
        #expect(facts.title == nil || count > file.count - 120, "\(count) bytes")
      }
    }
  }
}
