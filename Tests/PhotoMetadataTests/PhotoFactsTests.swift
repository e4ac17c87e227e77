import PictureBasics
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The facts in a photo file")
struct PhotoFactsTests {
  private func facts(_ file: CameraFile, sidecar: String? = nil) -> PhotoFacts {
    PhotoFacts(head: file.bytes, sidecar: sidecar.map { XMPSidecar.facts(of: Array($0.utf8)).facts })
  }

  private static func packet(_ content: String) -> String {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    \(content)
    </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  @Test("EXIF has the time, the settings, the place and the orientation", arguments: [true, false])
  func exif(isLittleEndian: Bool) {
    var file = CameraFile(taken: "2024:05:17 18:03:09", artist: "Ann Bloom", orientation: 6)
    file.isLittleEndian = isLittleEndian
    file.exif[0x010E] = .text("At the harbor ")
    file.exif[0x8298] = .text("© Ann")
    file.place = [
      1: .text("N"), 2: .rationals([(38, 1), (42, 1), (3600, 100)]), 3: .text("W"),
      4: .rationals([(9, 1), (30, 1), (0, 0)]),
    ]
    let facts = facts(file)
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.artist == "Ann Bloom" && facts.copyright == "© Ann")
    #expect(facts.caption == "At the harbor" && facts.title == nil)
    #expect(facts.make == "FUJIFILM" && facts.model == "X-T5" && facts.lens == "XF35mmF2")
    #expect(facts.exposure == 1 / 250 && facts.aperture == 2.8 && facts.iso == 400 && facts.focalLength == 35)
    #expect(facts.orientation == 6 && facts.storedSize == PixelSize(width: 6000, height: 4000))
    #expect(facts.size == PixelSize(width: 4000, height: 6000))
    #expect(facts.latitude == 38.71 && facts.longitude == -9.5)
  }

  @Test(
    "What is no date counts as unknown",
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2024:05:17", "soon",
      "+024:05:17 18:03:09",
    ])
  func dates(text: String) { #expect(facts(CameraFile(taken: text)).taken == nil) }

  @Test("A description that the camera writes into every photo does not count, nor does a place of zeros")
  func fillers() {
    var file = CameraFile(taken: "2024:05:17 18:03:09")
    file.exif[0x010E] = .text("OLYMPUS DIGITAL CAMERA         ")
    file.place = [
      1: .text("N"), 2: .rationals([(0, 1), (0, 1), (0, 1)]), 3: .text("E"),
      4: .rationals([(0, 1), (0, 1), (0, 1)]),
    ]
    let facts = facts(file)
    #expect(facts.caption == nil && facts.latitude == nil && facts.longitude == nil)
  }

  @Test("IPTC has texts and keywords, which count more than those of EXIF")
  func iptc() {
    var file = CameraFile(taken: "2024:05:17 18:03:09", artist: "camera")
    file.iptc = [
      (5, "Harbor"), (25, "boats"), (25, "blue hour"), (80, "Ann"), (120, "Evening"), (55, "20230101"),
      (60, "101500+0100"),
    ]
    let facts = facts(file)
    #expect(facts.title == "Harbor" && facts.keywords == ["boats", "blue hour"])
    #expect(facts.artist == "Ann" && facts.caption == "Evening" && facts.taken == "2024-05-17 18:03:09")
    file.details = [:]
    #expect(self.facts(file).taken == "2023-01-01 10:15:00")
  }

  @Test("XMP is read as attributes and as elements, and counts more than IPTC")
  func xmp() {
    var file = CameraFile()
    file.iptc = [(5, "IPTC"), (25, "iptc")]
    file.xmp = Self.packet(
      """
      <rdf:Description rdf:about="" xmlns:xap="http://ns.adobe.com/xap/1.0/" xap:Rating="4" xap:Label="Red"
        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2024-05-17T18:03:09.25+02:00"
        exif:GPSLatitude="38,42.6N" exif:GPSLongitude="9,30,0W" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Boats &amp; <![CDATA[ropes]]></rdf:li>
          <rdf:li xml:lang="de">Boote</rdf:li></rdf:Alt></dc:title>
        <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>blue hour</rdf:li></rdf:Bag></dc:subject>
        <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Ben</rdf:li></rdf:Seq></dc:creator>
      </rdf:Description>
      """)
    let facts = facts(file)
    #expect(
      facts.title == "Boats & ropes" && facts.keywords == ["sea", "blue hour"] && facts.artist == "Ann")
    #expect(facts.rating == 4 && facts.label == "Red" && facts.taken == "2024-05-17 18:03:09")
    #expect(facts.latitude == 38.71 && facts.longitude == -9.5)
  }

  @Test("The place that cameras without a fix write is none, in XMP as in EXIF")
  func placeWithoutFix() {
    var file = CameraFile()
    let zero = [(0, 1), (0, 1), (0, 1)]
    file.place = [1: .text("N"), 2: .rationals(zero), 3: .text("E"), 4: .rationals(zero)]
    #expect(facts(file).latitude == nil && facts(file).longitude == nil)
    file.place = [
      1: .text("N"), 2: .rationals([(38, 1), (42, 1), (0, 1)]), 3: .text("W"),
      4: .rationals([(9, 1), (30, 1), (0, 1)]),
    ]
    func sidecar(_ latitude: String) -> String {
      Self.packet(
        """
        <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(latitude)"
          exif:GPSLongitude="0,0.0000E"/>
        """)
    }
    #expect(facts(file, sidecar: sidecar("0,0.0000N")).latitude == 38.7)
    #expect(facts(file, sidecar: sidecar("51,30N")).latitude == 51.5)
    #expect(facts(file, sidecar: sidecar("51,30N")).longitude == 0)
  }

  @Test("The sidecar counts most, but the camera is right about the time")
  func sidecar() {
    var file = CameraFile(taken: "2024:05:17 18:03:09", orientation: 3)
    file.xmp = Self.packet(
      """
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>inside</dc:title></rdf:Description>
      """)
    let sidecar = Self.packet(
      """
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="-1" xmp:CreateDate="2001-01-01"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>beside</dc:title></rdf:Description>
      """)
    let facts = facts(file, sidecar: sidecar)
    #expect(facts.title == "beside" && facts.rating == -1 && facts.taken == "2024-05-17 18:03:09")
    #expect(facts.orientation == 3)
  }

  @Test("Texts that are not UTF-8 are read as Windows-1252, of which Latin-1 is a part")
  func encodings() {
    var file = CameraFile()
    file.exif[0x013B] = .bytes(Array("Jos".utf8) + [0xE9, 0, 65])
    #expect(facts(file).artist == "José")
    file.exif[0x013B] = .bytes([0x8A] + Array("imon".utf8) + [0x92, 0x73, 0])
    #expect(facts(file).artist == "Šimon’s")
    file.exif[0x013B] = .text("José")
    #expect(facts(file).artist == "José")
  }

  @Test("Settings in the first directory count where EXIF has no directory of its own")
  func settingsInMainDirectory() {
    var file = CameraFile(taken: "2024:05:17 18:03:09")
    (file.exif, file.details) = (file.exif.merging(file.details) { $1 }, [:])
    let facts = facts(file)
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.exposure == 1 / 250 && facts.iso == 400)
  }

  @Test(
    "A sensitivity that does not fit into 16 bits is read from the tag of its type",
    arguments: [
      (65_535, [0x8830: 2, 0x8832: 102_400], 102_400),
      (65_535, [0x8830: 1, 0x8831: 204_800, 0x8832: 5], 204_800),
      (65_535, [0x8830: 3, 0x8833: 409_600], 409_600), (65_535, [0x8832: 102_400], 65_535),
      (65_535, [0x8830: 2], 65_535), (6_400, [0x8830: 2, 0x8832: 102_400], 6_400),
    ])
  func highSensitivity(short: Int, others: [Int: Int], expected: Int) {
    var file = CameraFile(taken: "2024:05:17 18:03:09")
    file.details[0x8827] = .short(short)
    for (tag, value) in others { file.details[tag] = tag == 0x8830 ? .short(value) : .long(value) }
    #expect(facts(file).iso == expected)
  }

  @Test(
    "Damaged files are read without a trap, whatever they say", arguments: Seeds.range(quick: 4, long: 200))
  func damage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var file = CameraFile(taken: "2024:05:17 18:03:09", artist: "Ann")
    file.iptc = [(5, "Harbor"), (25, "boats")]
    file.place = [
      1: .text("N"), 2: .rationals([(38, 1), (42, 1), (0, 1)]), 3: .text("W"),
      4: .rationals([(9, 1), (3, 1), (0, 1)]),
    ]
    file.xmp = Self.packet(
      "<rdf:Description xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Map</dc:title></rdf:Description>"
    )
    let whole = file.bytes
    for _ in 0..<500 { check(PhotoFacts(head: damaged(whole, &random))) }
  }

  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let position = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...4: bytes[position] = UInt8.random(in: 0...255, using: &random)
      case 5...7: bytes[position] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
      case 8...10: bytes.remove(at: position)
      default: bytes = Array(bytes.prefix(max(20, position)))
      }
    }
    return bytes
  }

  private func check(_ facts: PhotoFacts) {
    #expect((1...8).contains(facts.orientation))
    if let latitude = facts.latitude { #expect((-90...90).contains(latitude)) }
  }

  @Test("The last change of a file is never the date taken")
  func lastChange() {
    var file = CameraFile()
    file.exif[0x0132] = .text("2024:05:01 10:00:00")
    let facts = PhotoFacts(head: file.bytes)
    #expect(facts.changed == "2024-05-01 10:00:00" && facts.taken == nil)
    var sidecar = PhotoFacts()
    sidecar.taken = "1975-07-04 18:03:00"
    let dated = PhotoFacts(head: file.bytes, sidecar: sidecar)
    #expect(dated.taken == "1975-07-04 18:03:00" && dated.changed == facts.changed)
  }
}
