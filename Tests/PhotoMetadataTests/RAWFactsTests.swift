import PictureBasics
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The facts in raw files")
struct RAWFactsTests {
  private static let camera = CameraFile(taken: "2024:05:17 18:03:09", artist: "Ann Bloom", orientation: 6)

  private static func tiff(_ change: (inout CameraFile) -> Void = { _ in }) -> [UInt8] {
    var file = camera
    change(&file)
    return file.tiff
  }

  private static func expectFacts(_ facts: PhotoFacts, _ place: SourceLocation = #_sourceLocation) {
    #expect(facts.taken == "2024-05-17 18:03:09", sourceLocation: place)
    #expect(facts.artist == "Ann Bloom" && facts.model == "X-T5", sourceLocation: place)
    #expect(facts.iso == 400 && facts.orientation == 6, sourceLocation: place)
  }

  @Test(
    "EXIF, XMP and the extent in a file that is built like TIFF",
    arguments: [[UInt8](), Array("IIRO".utf8), Array("IIU\0".utf8)])
  func directories(mark: [UInt8]) {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
      """
    let file = Self.tiff {
      $0.details[0xA002] = .long(6_000)
      $0.details[0xA003] = .long(4_000)
      $0.exif[0x02BC] = .bytes(Array(packet.utf8))
    }
    let facts = PhotoFacts(head: mark + file.dropFirst(mark.count))
    Self.expectFacts(facts)
    #expect(facts.rating == 4 && facts.size == PixelSize(width: 4000, height: 6000))
  }

  @Test("The extent is that of the largest directory, or of the part of it that a DNG shows")
  func largest() {
    // A directory of its own at the end, to which the first one refers.
    func file(_ entries: [(Int, Int, [Int])]) -> [UInt8] {
      let start = Self.tiff { $0.exif[0x014A] = .long(0) }.count
      var bytes = Self.tiff {
        $0.exif[0x0100] = .long(160)
        $0.exif[0x0101] = .long(120)
        $0.exif[0x014A] = .long(0)
      }
      let place = bytes.count
      bytes = Self.tiff {
        $0.exif[0x0100] = .long(160)
        $0.exif[0x0101] = .long(120)
        $0.exif[0x014A] = .long(place)
      }
      #expect(bytes.count == place && place > start)
      bytes += Self.little(entries.count, 2)
      for (tag, form, values) in entries {
        bytes += Self.little(tag, 2) + Self.little(form, 2) + Self.little(values.count, 4)
        bytes += Array((values.flatMap { Self.little($0, form == 3 ? 2 : 4) } + [0, 0, 0, 0]).prefix(4))
      }
      return bytes + [0, 0, 0, 0]
    }
    let extent = [(0x0100, 4, [6_048]), (0x0101, 4, [4_024])]
    #expect(PhotoFacts(head: file(extent)).storedSize == PixelSize(width: 6048, height: 4024))
    #expect(
      PhotoFacts(head: file(extent + [(0xC620, 3, [6_000, 4_000])])).storedSize
        == PixelSize(width: 6000, height: 4000))
  }

  @Test("The extent between the borders of a sensor, and the sensitivity, are in tags of Panasonic's")
  func panasonic() {
    let file = Self.tiff {
      $0.exif[0x0017] = .short(80)
      $0.details[0x8827] = nil
      for (tag, value) in zip(4...7, [4, 8, 3_464, 5_192]) { $0.exif[tag] = .short(value) }
    }
    let facts = PhotoFacts(head: Array("IIU\0".utf8) + file.dropFirst(4))
    #expect(facts.storedSize == PixelSize(width: 5184, height: 3460) && facts.iso == 80)
  }

  @Test("The facts of a CR3 are in several structures, and its XMP packet in a box")
  func canon() {
    var details = Self.camera.details
    details[0xA002] = .short(8_192)
    details[0xA003] = .short(5_464)
    let place: [Int: CameraFile.Value] = [
      1: .text("N"), 2: .rationals([(41, 1), (24, 1), (0, 1)]), 3: .text("E"),
      4: .rationals([(2, 1), (9, 1), (0, 1)]),
    ]
    func structure(_ entries: [Int: CameraFile.Value]) -> [UInt8] {
      Self.tiff {
        ($0.exif, $0.details, $0.place) = (entries, [:], [:])
      }
    }
    let identifier: [UInt8] = [0x85, 0xC0, 0xB6, 0x87] + [UInt8](repeating: 1, count: 12)
    let facts =
      HEIFFile.box("CMT1", structure(Self.camera.exif)) + HEIFFile.box("CMT2", structure(details))
      + HEIFFile.box("CMT4", structure(place))
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"/></rdf:RDF></x:xmpmeta>
      """
    let file =
      HEIFFile.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
      + HEIFFile.box("moov", HEIFFile.box("uuid", identifier + facts) + HEIFFile.box("mvhd", [0, 0]))
      + HEIFFile.box(
        "uuid", [0xBE, 0x7A, 0xCF, 0xCB] + [UInt8](repeating: 2, count: 12) + Array(packet.utf8))
    let read = PhotoFacts(head: file)
    Self.expectFacts(read)
    #expect(read.rating == 3 && read.storedSize == PixelSize(width: 8192, height: 5464))
    #expect(read.latitude == 41.4 && read.longitude == 2.15)
  }

  @Test(
    "A CR3 names the colors of its previews in the structure with the details", arguments: ["R03", "R98"])
  func canonColors(index: String) {
    func details(_ offset: Int) -> [UInt8] {
      let entries: [Int: CameraFile.Value] = [0xA001: .short(0xFFFF), 0xA005: .long(offset)]
      return Self.tiff { ($0.exif, $0.details) = (entries, [:]) }
    }
    let entry = Self.little(1, 2) + Self.little(2, 2) + Self.little(4, 4) + Array(index.utf8) + [0]
    let structure = details(details(0).count) + Self.little(1, 2) + entry + [0, 0, 0, 0]
    let identifier: [UInt8] = [0x85, 0xC0, 0xB6, 0x87] + [UInt8](repeating: 1, count: 12)
    let facts = HEIFFile.box("CMT1", Self.camera.tiff) + HEIFFile.box("CMT2", structure)
    let file =
      HEIFFile.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
      + HEIFFile.box("moov", HEIFFile.box("uuid", identifier + facts))
    #expect(RAWParts.isAdobeRGB(head: file) == (index == "R03"))
  }

  @Test("The facts of a RAF are those of its preview, and its extent is in a table that may lie far behind")
  func fujifilm() {
    let preview = Self.camera.bytes
    let table =
      [0, 0, 0, 2, 0x01, 0x00, 0, 4, 0, 1, 0, 1, 0x01, 0x11, 0, 4] + Self.big(5_152, 2) + Self.big(7_728, 2)
    let head = Array("FUJIFILMCCD-RAW 0201FF159502X-T5".utf8)
    var file = head + [UInt8](repeating: 0, count: 84 - head.count)
    file += Self.big(160, 4) + Self.big(preview.count, 4) + Self.big(2_000_000, 4) + Self.big(table.count, 4)
    file += [UInt8](repeating: 0, count: 160 - file.count) + preview
    let facts = PhotoFacts(head: file) { offset, count in
      offset == 2_000_000 ? Array(table.prefix(count)) : []
    }
    Self.expectFacts(facts)
    #expect(facts.storedSize == PixelSize(width: 7728, height: 5152))
    // Without the table, the extent is that of the preview.
    #expect(PhotoFacts(head: file).storedSize == PixelSize(width: 6000, height: 4000))
  }

  @Test("Raw files that begin like a TIFF are told from other TIFF files")
  func kinds() {
    func isRaw(_ entries: [Int: CameraFile.Value]) -> Bool {
      RAWParts.isRaw(tiff: Self.tiff { ($0.exif, $0.details) = (entries, [:]) })
    }
    let maker = CameraFile.Value.text("NIKON CORPORATION")
    #expect(isRaw([0xC612: .bytes([1, 4, 0, 0])]))
    #expect(isRaw([0x010F: maker, 0x00FE: .long(1)]) && isRaw([0x010F: maker, 0x0103: .short(65_535)]))
    #expect(!isRaw([0x010F: maker, 0x0103: .short(5)]) && !isRaw([0x00FE: .long(1)]))
  }

  @Test("No change of the bytes leads to a crash or to large parts that are loaded")
  func mutations() {
    let raf = Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 144) + Self.camera.bytes
    let originals = [Self.tiff { $0.exif[0x014A] = .long(8) }, raf]
    for seed in Seeds.range(quick: 2_000, long: 100_000) {
      var random = SeededGenerator(seed: seed)
      var bytes = originals.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      _ = PhotoFacts(head: bytes) { _, count in
        #expect(count <= 4 << 20, "seed \(seed)")
        return []
      }
      let places = RAWParts.previews(head: bytes) { _, _ in [] }
      #expect(places.allSatisfy { $0.lowerBound >= 0 && !$0.isEmpty }, "seed \(seed)")
    }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] { HEIFFile.number(value, count) }
}
