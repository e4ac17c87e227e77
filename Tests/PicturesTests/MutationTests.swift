import PictureBasics
import Pictures
import TestSupport
import Testing

@Suite("Broken bytes")
struct MutationTests {
  /// The files that are changed, those of a format or all: all but those that are only long.
  private static func originals(_ suffix: String = "") throws -> [[UInt8]] {
    try TestPicture.names().filter { $0.hasSuffix(suffix) }.map(TestPicture.bytes)
      .filter { !$0.isEmpty && $0.count < 40_000 }
  }

  @Test(
    "No change of a picture's bytes crashes the decoder or makes a picture that is none",
    arguments: [".jpg", ".png", ".gif", ".webp", ".heic", ".avif", ".dng"])
  func mutations(suffix: String) throws {
    let originals = try Self.originals(suffix)
    #expect(originals.count > 5)
    for seed in Seeds.range(quick: 300, long: 100_000) { decode(originals, seed) }
  }

  @Test(
    "A picture that is larger than its container says is decoded within the limits",
    arguments: [74_972, 83_962] as [UInt64]
  )
  func smallContainer(seed: UInt64) throws {
    decode(try Self.originals(), seed)
  }

  private func decode(_ originals: [[UInt8]], _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = mutated(originals.randomElement(using: &random) ?? [], &random)
    let need = Bool.random(using: &random) ? PixelSize(width: 20, height: 20) : nil
    let limits = DecodingLimits(pixels: 1 << 20, memory: 8 << 20, fileSize: 1 << 20, work: 4 << 20)
    do throws(PictureError) {
      let picture = try PictureDecoder.decode(bytes, covering: need, limits: limits)
      #expect(picture.bitmap.pixels.count == 4 * picture.bitmap.size.area, "seed \(seed)")
      #expect(picture.fullSize.area <= limits.pixels, "seed \(seed)")
      #expect(picture.bitmap.size.area <= picture.fullSize.area, "seed \(seed)")
    } catch {
      #expect(!error.description.isEmpty, "seed \(seed)")
    }
  }

  private func mutated(_ original: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      // Most of what can go wrong stands in the headers.
      let end = Bool.random(using: &random) ? bytes.count : min(bytes.count, 700)
      let place = Int.random(in: 0..<end, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = [0, 0xFF, 0xD8, 0xD9, 0xDA, 0x7F, 0x80].randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
      case 3: bytes.insert(contentsOf: noise(&random), at: place)
      case 4: bytes.removeSubrange(max(1, place)...)
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
      }
    }
    return bytes
  }

  private func noise(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
