import PictureBasics
import Pictures
import TestSupport
import Testing

@Suite("Limits of decoding")
struct LimitTests {
  private func limits(_ change: (inout DecodingLimits) -> Void) -> DecodingLimits {
    var limits = DecodingLimits.standard
    change(&limits)
    return limits
  }

  private func decode(_ name: String, _ limits: DecodingLimits) throws -> DecodedPicture {
    try PictureDecoder.decode(try TestPicture.bytes(name), limits: limits)
  }

  @Test("One pixel more than allowed is too large", arguments: ["plain.jpg", "plain.png"])
  func pixels(name: String) throws {
    #expect(try decode(name, limits { $0.pixels = 6144 }).bitmap.width == 96)
    #expect(throws: PictureError.tooLarge(PixelSize(width: 96, height: 64))) {
      try decode(name, limits { $0.pixels = 6143 })
    }
  }

  @Test("A file of one byte more than allowed is not looked at")
  func fileSize() throws {
    let count = try TestPicture.bytes("plain.jpg").count
    #expect(try decode("plain.jpg", limits { $0.fileSize = count }).bitmap.width == 96)
    #expect(throws: PictureError.fileTooLarge(bytes: count)) {
      try decode("plain.jpg", limits { $0.fileSize = count - 1 })
    }
  }

  @Test("A side of one pixel more than a JPEG can have is too large", arguments: [true, false])
  func side(isWide: Bool) throws {
    func decode(_ side: Int) throws -> PixelSize {
      let pixels = [UInt8](repeating: 255, count: 4 * side)
      let bitmap = TestPicture.bitmap(isWide ? side : 1, isWide ? 1 : side, pixels)
      return try PictureDecoder.decode(PNGEncoder.encode(bitmap)).fullSize
    }
    #expect(try decode(65_535).area == 65_535)
    #expect(throws: PictureError.self) { try decode(65_536) }
  }

  @Test("A JPEG whose pixels alone are too many is decoded smaller, down to an eighth")
  func memory() throws {
    #expect(try decode("plain.jpg", limits { $0.memory = 4 * 96 * 64 }).bitmap.width == 96)
    #expect(try decode("plain.jpg", limits { $0.memory = 4 * 96 * 64 - 1 }).bitmap.width == 84)
    #expect(try decode("plain.jpg", limits { $0.memory = 4 * 12 * 8 }).bitmap.width == 12)
    #expect(throws: PictureError.self) { try decode("plain.jpg", limits { $0.memory = 4 * 12 * 8 - 1 }) }
  }

  @Test(
    "A PNG and a GIF need memory for one bitmap, a PNG that is turned for two, and one that is cut for its file"
  )
  func wholePictures() throws {
    let bitmap = 4 * 96 * 64
    let (plain, cut) = (try TestPicture.bytes("plain.png"), try TestPicture.bytes("truncated-half.png"))
    let files = [
      (plain, bitmap), (plain.insertingPNGChunks([.orientation(6)]), 2 * bitmap),
      (try TestPicture.bytes("plain.gif"), bitmap), (cut, bitmap + cut.count),
    ]
    for (file, memory) in files {
      #expect(
        try PictureDecoder.decode(file, limits: limits { $0.memory = memory }).bitmap.size.area == 96 * 64)
      #expect(throws: PictureError.tooLarge(PixelSize(width: 96, height: 64))) {
        try PictureDecoder.decode(file, limits: limits { $0.memory = memory - 1 })
      }
    }
  }

  @Test("Turning a picture needs memory for both", arguments: [(1, 48), (6, 30)])
  func turning(orientation: Int, width: Int) throws {
    let picture = try decode("orientation-\(orientation).jpg", limits { $0.memory = 4 * 48 * 32 })
    #expect(picture.bitmap.width == width)
  }

  @Test(
    "Passes keep two bytes for each sample, all of them until the end",
    arguments: ["progressive.jpg", "arithmetic-progressive.jpg", "one-scan-a-channel.jpg"])
  func coefficients(name: String) throws {
    let samples = 2 * 3 * 96 * 64
    #expect(try decode(name, limits { $0.memory = samples + 4 * 96 * 64 }).bitmap.width == 96)
    #expect(try decode(name, limits { $0.memory = samples + 4 * 12 * 8 }).bitmap.width == 12)
    #expect(throws: PictureError.self) { try decode(name, limits { $0.memory = samples - 1 }) }
  }

  @Test("The same picture is more work in passes, and much more in arithmetic codes")
  func work() throws {
    func least(_ name: String) throws -> Int {
      let found = (1...1000).first { thousands in
        (try? decode(name, limits { $0.work = 1000 * thousands })) != nil
      }
      return try #require(found)
    }
    let plain = try least("plain.jpg")
    #expect(try least("progressive.jpg") > 2 * plain)
    #expect(try least("arithmetic.jpg") > 4 * plain)
  }

  @Test(
    "A small file that claims as many pixels as it may takes less than two seconds",
    .enabled(if: Seeds.areMany),
    arguments: [
      ("plain.jpg", 9_990), ("subsampled.jpg", 9_990), ("restarts.jpg", 9_990), ("progressive.jpg", 4_000),
      ("one-scan-a-channel.jpg", 4_000), ("arithmetic.jpg", 9_990), ("arithmetic-progressive.jpg", 4_000),
    ])
  func time(name: String, side: Int) throws {
    let bytes = claiming(side, try TestPicture.bytes(name))
    let start = ThreadWork.seconds
    let picture = try PictureDecoder.decode(bytes)
    #expect(ThreadWork.seconds - start < 2)
    #expect(picture.fullSize == PixelSize(width: side, height: side))
  }

  /// The file with another extent in its frame header: marker, length, precision, height, width.
  private func claiming(_ side: Int, _ bytes: [UInt8]) -> [UInt8] {
    let frames: Set<UInt8> = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    var bytes = bytes
    guard
      let start = bytes.indices.dropLast().first(where: {
        bytes[$0] == 0xFF && frames.contains(bytes[$0 + 1])
      })
    else { return [] }
    for offset in [start + 5, start + 7] {
      (bytes[offset], bytes[offset + 1]) = (UInt8(side >> 8), UInt8(side & 255))
    }
    return bytes
  }
}
