import PictureBasics
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The facts in the segments of a JPEG")
struct JPEGFactsTests {
  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
  }

  /// Returns a block of Photoshop's with records of IPTC, and zeros behind them.
  private static func block(_ records: [(dataset: UInt8, text: String)], zeros: Int = 0) -> [UInt8] {
    var data: [UInt8] = []
    for (dataset, text) in records {
      data += [0x1C, 2, dataset, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    data += [UInt8](repeating: 0, count: zeros)
    let header: [UInt8] = [4, 4, 0, 0, 0, 0, 0, UInt8(data.count)]
    let padding = [UInt8](repeating: 0, count: data.count % 2)
    return Array("8BIM".utf8) + header + data + padding
  }

  /// Returns a JPEG with its segments before those of a camera.
  private static func file(_ segments: [[UInt8]]) -> [UInt8] {
    let camera = CameraFile(taken: "2024:05:17 18:03:09").bytes
    return Array(camera.prefix(2) + segments.joined() + camera.dropFirst(2))
  }

  @Test("A depth map of several megabytes before the frame hides nothing", arguments: [1, 20, 100])
  func longMetadata(segments: Int) {
    let map = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 65, count: 60_000)
    let file = Self.file(Array(repeating: Self.segment(0xE1, map), count: segments))
    var loaded = 0
    let facts = PhotoFacts(head: Array(file.prefix(512 << 10))) { offset, count in
      let part = file.dropFirst(offset).prefix(count)
      loaded += part.count
      return Array(part)
    }
    #expect(facts.taken == "2024-05-17 18:03:09")
    #expect(facts.storedSize == PixelSize(width: 6000, height: 4000))
    #expect(loaded <= file.count)
  }

  @Test("What follows EXIF and the XMP packet is not loaded")
  func unneededSegments() {
    var camera = CameraFile(taken: "2024:05:17 18:03:09")
    camera.xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>"
    let segment = Self.segment(0xE1, [UInt8](repeating: 65, count: 60_000))
    // The marker of the frame.
    let frame = camera.bytes.count - 19
    let file =
      camera.bytes.prefix(frame) + repeatElement(segment, count: 50).joined() + camera.bytes.dropFirst(frame)
    var loaded = 0
    let facts = PhotoFacts(head: Array(file.prefix(64 << 10))) { offset, count in
      loaded += count
      return Array(file.dropFirst(offset).prefix(count))
    }
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.storedSize != nil && loaded < 1_000)
  }

  @Test("Nothing is loaded if the beginning has the frame")
  func shortBeginning() {
    let file = CameraFile(taken: "2024:05:17 18:03:09").bytes + [UInt8](repeating: 7, count: 100_000)
    var loads = 0
    let facts = PhotoFacts(head: Array(file.prefix(64 << 10))) { _, _ in
      loads += 1
      return []
    }
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.storedSize != nil && loads == 0)
  }

  @Test("A block of Photoshop's that goes on in the next segment is read as one")
  func dividedResources() {
    let block = Self.block([(5, "Harbor"), (80, "Ann Bloom")])
    for count in 1..<block.count {
      let parts = [block.prefix(count), block.dropFirst(count)]
      let segments = parts.map { Self.segment(0xED, Array("Photoshop 3.0\0".utf8) + $0) }
      let facts = PhotoFacts(head: Self.file(segments))
      #expect(facts.title == "Harbor" && facts.artist == "Ann Bloom", "\(count) bytes in the first segment")
    }
  }

  @Test("Every block of records is read, and a fact of the first counts")
  func blocks() {
    let blocks = [Self.block([(0, "")], zeros: 1), Self.block([(5, "Harbor"), (25, "sea")])]
    let more = Self.block([(5, "Pier"), (25, "sea"), (25, "blue"), (80, "Ann")])
    let segments = [blocks.flatMap { $0 }, more].map {
      Self.segment(0xED, Array("Photoshop 3.0\0".utf8) + $0)
    }
    let facts = PhotoFacts(head: Self.file(segments))
    #expect(facts.title == "Harbor" && facts.artist == "Ann" && facts.keywords == ["sea", "blue"])
  }

  @Test("A file of nothing but small segments is not read to its end")
  func manySegments() {
    let file = Self.file(Array(repeating: Self.segment(0xE2, []), count: 100_000))
    var loads = 0
    _ = PhotoFacts(head: Array(file.prefix(100))) { offset, count in
      loads += 1
      return Array(file.dropFirst(offset).prefix(count))
    }
    #expect(loads < 20_000)
  }
}
