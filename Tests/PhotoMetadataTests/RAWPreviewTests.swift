import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("The places of previews in raw files")
struct RAWPreviewTests {
  private static func places(_ head: [UInt8]) -> [Range<Int>] { RAWParts.previews(head: head) { _, _ in [] } }

  private static func tiff(_ change: (inout CameraFile) -> Void) -> [UInt8] {
    var file = CameraFile(taken: "2024:05:17 18:03:09")
    change(&file)
    return file.tiff
  }

  @Test("Directories name JPEGs by their offsets, and as strips with the compression of JPEG")
  func directories() {
    let offsets = Self.tiff {
      $0.exif[0x0201] = .long(1_000_000)
      $0.exif[0x0202] = .long(5_000)
      $0.exif[0x0103] = .short(6)
      $0.exif[0x0111] = .long(2_000_000)
      $0.exif[0x0117] = .long(7_000)
    }
    #expect(Self.places(offsets) == [2_000_000..<2_007_000, 1_000_000..<1_005_000])
    let uncompressed = Self.tiff {
      $0.exif[0x0103] = .short(1)
      $0.exif[0x0111] = .long(2_000_000)
      $0.exif[0x0117] = .long(7_000)
    }
    #expect(Self.places(uncompressed) == [])
  }

  @Test("Entries with as many values as the file has bytes cost no more than others")
  func manyValues() {
    func entry(_ tag: Int, count: Int, at offset: Int) -> [UInt8] {
      Self.little(tag, 2) + Self.little(1, 2) + Self.little(count, 4) + Self.little(offset, 4)
    }
    // Each of the values is the offset of the only directory, which so contains itself.
    let (count, start) = (4_000_000, 8)
    let data = start + 2 + 2 * 12 + 4
    var file = Array("II*\0".utf8) + Self.little(start, 4) + Self.little(2, 2)
    file += entry(0x0111, count: count, at: data) + entry(0x014A, count: count, at: data) + [0, 0, 0, 0]
    file += [UInt8](repeating: UInt8(start), count: count)
    let before = ThreadWork.seconds
    #expect(Self.places(file) == [])
    #expect(PhotoFacts(head: file).size == nil)
    #expect(ThreadWork.seconds - before < 2)
  }

  @Test("A JPEG in several strips is none that can be shown")
  func strips() {
    let file = Self.tiff {
      $0.exif[0x0103] = .short(6)
      $0.exif[0x0111] = .bytes([1, 2])
      $0.exif[0x0117] = .long(7_000)
    }
    #expect(Self.places(file) == [])
  }

  @Test("Panasonic has the preview in an entry, also behind the beginning of the file")
  func panasonic() {
    let preview = [UInt8](repeating: 7, count: 3_000)
    let file = Array("IIU\0".utf8) + Self.tiff { $0.exif[0x002E] = .bytes(preview) }.dropFirst(4)
    for head in [file, Array(file.prefix(file.count - 2_000))] {
      let place = Self.places(head).first
      #expect(place?.count == 3_000)
      #expect(place.map { file[$0].allSatisfy { $0 == 7 } } == true)
    }
  }

  @Test("Olympus has the preview in its notes, whose offsets begin with them")
  func olympus() {
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      Self.little(tag, 2) + Self.little(4, 2) + Self.little(1, 4) + Self.little(value, 4)
    }
    let settings = 12 + 2 + 12 + 4
    let notes =
      Array("OLYMPUS\0II".utf8) + [3, 0, 1, 0] + entry(0x2020, settings) + [0, 0, 0, 0, 2, 0]
      + entry(0x0101, 90_000) + entry(0x0102, 4_000) + [0, 0, 0, 0]
    let file = Self.tiff { $0.details[0x927C] = .bytes(notes) }
    let start = file.indices.first { file[$0...].starts(with: "OLYMPUS".utf8) } ?? 0
    #expect(Self.places(Array("IIRO".utf8) + file.dropFirst(4)) == [(start + 90_000)..<(start + 94_000)])
  }

  @Test("Fujifilm has the place in the header")
  func fujifilm() {
    var file = Array("FUJIFILMCCD-RAW ".utf8)
    file += [UInt8](repeating: 0, count: 84 - file.count) + HEIFFile.number(160, 4) + HEIFFile.number(900, 4)
    #expect(Self.places(file) == [160..<1_060])
    #expect(Self.places(Array(file.prefix(90))) == [])
  }

  @Test("Canon's first track is a JPEG of full size, and a box has a smaller one")
  func canon() {
    let table =
      HEIFFile.fullBox(
        "stsz", version: 0, HEIFFile.number(0, 4) + HEIFFile.number(1, 4) + HEIFFile.number(60_000, 4))
      + HEIFFile.fullBox("co64", version: 0, HEIFFile.number(1, 4) + HEIFFile.number(1_000_000, 8))
    var track = HEIFFile.box("stbl", table)
    for kind in ["minf", "mdia", "trak"] { track = HEIFFile.box(kind, track) }
    let identifier: [UInt8] = [0xEA, 0xF4, 0x2B, 0x5E] + [UInt8](repeating: 0, count: 12 + 8)
    let preview = HEIFFile.box("PRVW", [UInt8](repeating: 0, count: 16) + [UInt8](repeating: 7, count: 500))
    let file =
      HEIFFile.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8)) + HEIFFile.box("moov", track)
      + HEIFFile.box("uuid", identifier + preview)
    #expect(Self.places(file) == [1_000_000..<1_060_000, (file.count - 500)..<file.count])
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
