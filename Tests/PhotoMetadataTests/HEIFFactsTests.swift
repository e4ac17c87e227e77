import PictureBasics
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The facts in HEIC and AVIF files")
struct HEIFFactsTests {
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
    """

  private static func file(_ change: (inout HEIFFile) -> Void = { _ in }) -> [UInt8] {
    var file = HEIFFile()
    let camera = CameraFile(taken: "2024:05:17 18:03:09", artist: "Ann Bloom", orientation: 6)
    file.exif = camera.tiff
    file.xmp = Array(packet.utf8)
    change(&file)
    return file.bytes
  }

  @Test("EXIF and XMP count as in a JPEG, wherever the container has them", arguments: [false, true])
  func items(isInBox: Bool) {
    let facts = PhotoFacts(head: Self.file { $0.isInBox = isInBox })
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.artist == "Ann Bloom" && facts.rating == 4)
    #expect(facts.iso == 400 && facts.model == "X-T5")
  }

  @Test("The size is that of the picture that the container turns and crops, and not that of EXIF")
  func sizes() {
    func size(_ properties: [(kind: String, data: [UInt8])]) -> PixelSize? {
      let facts = PhotoFacts(head: Self.file { $0.properties = properties })
      #expect(facts.orientation == 1)
      return facts.size
    }
    let crop = [4_000, 1, 3_000, 1, 0, 1, 0, 1].flatMap { HEIFFile.number($0, 4) }
    #expect(size([]) == PixelSize(width: 4032, height: 3024))
    #expect(size([("irot", [2])]) == PixelSize(width: 4032, height: 3024))
    #expect(size([("irot", [3])]) == PixelSize(width: 3024, height: 4032))
    #expect(size([("clap", crop), ("irot", [1])]) == PixelSize(width: 3000, height: 4000))
    #expect(size([("clap", [UInt8](repeating: 0, count: 32))]) == PixelSize(width: 4032, height: 3024))
  }

  @Test("Facts that lie behind the beginning of the file are loaded")
  func loading() {
    let bytes = Self.file { $0.padding = 100_000 }
    let head = Array(bytes.prefix(1_000))
    #expect(PhotoFacts(head: head).taken == nil)
    var loaded: [Int] = []
    let facts = PhotoFacts(head: head) { offset, count in
      loaded.append(count)
      return Array(bytes.dropFirst(offset).prefix(count))
    }
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.rating == 4)
    #expect(loaded.count == 2 && loaded.allSatisfy { $0 < 1_000 })
  }

  @Test("The items are found wherever their list lies, of which only that is loaded")
  func lateItems() {
    var bytes = Self.file { $0.isInBox = true }
    // Behind the first box, whose length is in one byte.
    let other = HEIFFile.number(600_000, 4) + Array("free".utf8) + [UInt8](repeating: 0, count: 599_992)
    bytes.insert(contentsOf: other, at: Int(bytes[3]))
    var loaded = 0
    let facts = PhotoFacts(head: Array(bytes.prefix(1_000))) { offset, count in
      let part = Array(bytes.dropFirst(offset).prefix(count))
      loaded += part.count
      return part
    }
    #expect(facts.taken == "2024-05-17 18:03:09" && facts.rating == 4)
    #expect(facts.size == PixelSize(width: 4032, height: 3024) && loaded < 10_000)
  }

  @Test("No change of the bytes leads to a crash or to large parts that are loaded")
  func mutations() {
    let original = Self.file { $0.properties = [("irot", [1])] }
    for seed in Seeds.range(quick: 2_000, long: 100_000) {
      var random = SeededGenerator(seed: seed)
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      _ = PhotoFacts(head: bytes) { _, count in
        #expect(count <= 4 << 20, "seed \(seed)")
        return []
      }
    }
  }

  @Test("The properties of items in any number of boxes are not without end")
  func manyAssociations() throws {
    let items = (1...10).flatMap { HEIFFile.number($0, 2) + [255] + [UInt8](repeating: 1, count: 255) }
    let box = HEIFFile.fullBox("ipma", version: 0, HEIFFile.number(10, 4) + items)
    let boxes = HEIFFile.box("iprp", Array(repeatElement(box, count: 20).joined()))
    let found = try #require(HEIFItems(meta: ([0, 0, 0, 0] + boxes)[...]))
    let counts = found.associations.values.map(\.count)
    #expect(counts.count == 10 && counts.reduce(0, +) == 20_000)
  }

  @Test("Extents of no width are not without end")
  func extentsWithoutWidth() {
    // Version 0, sizes of no bytes, and 300 items with 65,535 extents each.
    var box: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 44]
    for item in 0..<300 { box += [UInt8(item >> 8), UInt8(item & 255), 0, 0, 255, 255] }
    #expect(HEIFItems.extents(box[...]).values.reduce(0) { $0 + $1.count } <= 20_000)
  }
}
