import PictureBasics
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The facts in the chunks of a PNG")
struct PNGFactsTests {
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Map</dc:title></rdf:Description>
    </rdf:RDF></x:xmpmeta>
    """
  private static let header = chunk("IHDR", [0, 0, 3, 32, 0, 0, 2, 88, 8, 6, 0, 0, 0])
  private static let camera = CameraFile(taken: "2024:05:17 18:03:09", artist: "Ann Bloom")

  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
    return length + Array(kind.utf8) + data + [0, 0, 0, 0]
  }

  private static func file(_ chunks: [UInt8]...) -> [UInt8] {
    PNGChunks.signature + header + chunks.joined() + chunk("IEND", [])
  }

  /// Returns the text of a profile as ImageMagick writes it: a name, a length, and digits in lines of 36 bytes.
  private static func profile(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let digits = "0123456789abcdef".utf8.map { $0 }
    var text = Array("\n\(name)\n    \(data.count)".utf8)
    for (index, byte) in data.enumerated() {
      if index % 36 == 0 { text.append(10) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return text + [10]
  }

  @Test("The extent and a packet of XMP are read", arguments: [false, true])
  func packet(isCompressed: Bool) {
    let text = Array(Self.packet.utf8)
    let start = Array("XML:com.adobe.xmp\0".utf8) + [isCompressed ? 1 : 0, 0, 0, 0]
    let facts = PhotoFacts(
      head: Self.file(Self.chunk("iTXt", start + (isCompressed ? Deflating.stream(text) : text))))
    #expect(facts.size == PixelSize(width: 800, height: 600) && facts.title == "Map")
  }

  @Test("The first header gives the extent")
  func headers() {
    let other = Self.chunk("IHDR", [0, 0, 0, 9, 0, 0, 0, 9, 8, 6, 0, 0, 0])
    #expect(PhotoFacts(head: Self.file(other)).size == PixelSize(width: 800, height: 600))
  }

  @Test("EXIF and XMP behind the pixels are read")
  func afterPixels() {
    let pixels = Self.chunk("IDAT", [UInt8](repeating: 7, count: 300_000))
    let file = Self.file(
      pixels, pixels, pixels, Self.chunk("eXIf", Self.camera.tiff),
      Self.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(Self.packet.utf8)))
    let facts = PhotoFacts(head: Array(file.prefix(512 << 10))) { offset, count in
      Array(file.dropFirst(offset).prefix(count))
    }
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.artist == "Ann Bloom" && facts.title == "Map")
  }

  @Test("Profiles that ImageMagick keeps as digits are read", arguments: ["tEXt", "zTXt"], ["exif", "APP1"])
  func profiles(kind: String, name: String) {
    func text(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let profile = Self.profile(name, data)
      let rest = kind == "zTXt" ? [0] + Deflating.stream(profile) : profile
      return Self.chunk(kind, Array("Raw profile type \(name)\0".utf8) + rest)
    }
    let records: [UInt8] = [0x1C, 2, 5, 0, 3] + Array("Sea".utf8)
    let block = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
    for iptc in [block, records] {
      let file = Self.file(text(name, Array("Exif\0\0".utf8) + Self.camera.tiff), text("iptc", iptc))
      let facts = PhotoFacts(head: file)
      #expect(facts.taken == "2024-05-17 18:03:09" && facts.model == "X-T5" && facts.title == "Sea")
    }
    #expect(PhotoFacts(head: Self.file(text("xmp", Array(Self.packet.utf8)))).title == "Map")
  }

  @Test("Damaged chunks are read without a trap", arguments: Seeds.range(quick: 4, long: 200))
  func damage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let file = Self.file(
      Self.chunk(
        "zTXt",
        Array("Raw profile type exif\0\0".utf8) + Deflating.stream(Self.profile("exif", Self.camera.tiff))),
      Self.chunk(
        "iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + Deflating.stream(Array(Self.packet.utf8))),
      Self.chunk("IDAT", [1, 2, 3]), Self.chunk("eXIf", Self.camera.tiff))
    for _ in 0..<300 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: 8..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[position] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes = Array(bytes.prefix(max(60, position)))
        }
      }
      #expect((1...8).contains(PhotoFacts(head: bytes).orientation))
    }
  }

  @Test("A text that would be gigabytes is not decompressed, and a profile of other length does not count")
  func untrustedTexts() {
    let profile = Self.profile("exif", Array("Exif\0\0".utf8) + Self.camera.tiff)
    let cut = Array(profile.dropLast(40))
    let file = Self.file(Self.chunk("tEXt", Array("Raw profile type exif\0".utf8) + cut))
    #expect(PhotoFacts(head: file).taken == nil)
    let zeros = Self.file(
      Self.chunk(
        "zTXt", Array("Raw profile type exif\0\0".utf8) + Deflating.stream(repeatElement(0, count: 20 << 20)))
    )
    #expect(PhotoFacts(head: zeros).taken == nil && PhotoFacts(head: zeros).size != nil)
  }

  @Test("Of many compressed texts, only the first ones are decompressed", arguments: [19, 20])
  func manyTexts(count: Int) {
    let zeros = Self.chunk(
      "zTXt", Array("Raw profile type exif\0\0".utf8) + Deflating.stream(repeatElement(0, count: 1_000)))
    let other = Self.chunk("tEXt", Array("Comment\0text".utf8))
    let packet = Self.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(Self.packet.utf8))
    let chunks = (0..<count).flatMap { _ in zeros + other }
    let facts = PhotoFacts(head: Self.file(chunks, packet, Self.chunk("eXIf", Self.camera.tiff)))
    #expect(facts.title == (count < 20 ? "Map" : nil))
    #expect(facts.taken != nil)
  }

  @Test(
    "A profile with another length than its digits is none",
    arguments: ["9223372036854775807", "-9223372036854775808", "-1", "0", "2", "x"])
  func lengths(length: String) {
    let text = Array("Raw profile type xmp\0".utf8) + Array("\nxmp\n \(length)\nAA\n".utf8)
    #expect(PhotoFacts(head: Self.file(Self.chunk("tEXt", text))).title == nil)
  }
}
