import Foundation
import PictureBasics
import Pictures
import Testing

@Suite("Colors by profile")
struct ColorProfileTests {
  @Test("A JPEG's colors are converted from its profile to sRGB", arguments: [60_000, 100])
  func jpeg(segment: Int) throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let file = ProfileFile(.adobe).inserted(intoJPEG: plain, length: segment)
    try expect(PictureDecoder.decode(file), PictureDecoder.decode(plain), Self.fromAdobe)
  }

  @Test("A JPEG that is decoded at a smaller scale is converted as well")
  func scaled() throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let file = ProfileFile(.adobe).inserted(intoJPEG: plain)
    let size = PixelSize(width: 20, height: 10)
    try expect(
      PictureDecoder.decode(file, covering: size), PictureDecoder.decode(plain, covering: size),
      Self.fromAdobe)
  }

  @Test(
    "A PNG's colors are converted, and its transparency stays",
    arguments: ["plain", "transparent", "palette"])
  func png(name: String) throws {
    let plain = try TestPicture.bytes("\(name).png")
    let file = ProfileFile(.adobe).inserted(intoPNG: plain)
    try expect(PictureDecoder.decode(file), PictureDecoder.decode(plain), Self.fromAdobe)
  }

  @Test("The upper part of a PNG that ends early has its colors too")
  func truncated() throws {
    let plain = try TestPicture.bytes("truncated-half.png")
    let file = ProfileFile(.adobe).inserted(intoPNG: plain)
    let picture = try PictureDecoder.decode(file)
    #expect(picture.isTruncated)
    try expect(picture, PictureDecoder.decode(plain), Self.fromAdobe)
  }

  @Test("A profile that is larger than any real one is not used")
  func large() throws {
    let plain = try TestPicture.bytes("plain.webp")
    let decoded = try PictureDecoder.decode(plain)
    func picture(profileOf count: Int) throws -> DecodedPicture {
      let profile = ProfileFile(.adobe).padded(to: count)
      return try PictureDecoder.decode(profile.inserted(intoWebP: plain, size: decoded.fullSize))
    }
    #expect((try picture(profileOf: 4 << 20).bitmap != decoded.bitmap) as Bool)
    #expect((try picture(profileOf: 4 << 20 + 1).bitmap == decoded.bitmap) as Bool)
  }

  @Test("Gray pictures are converted by a profile of gray", arguments: ["grey.jpg", "grey.png"])
  func gray(name: String) throws {
    let plain = try TestPicture.bytes(name)
    let profile = ProfileFile(gray: 1)
    let file = name.hasSuffix("png") ? profile.inserted(intoPNG: plain) : profile.inserted(intoJPEG: plain)
    try expect(PictureDecoder.decode(file), PictureDecoder.decode(plain)) { color in
      color.map { Self.encoded(Double($0) / 255) }
    }
  }

  @Test("Ink is converted by its profile, whichever value stands for none")
  func ink() throws {
    // Both have no black ink as Adobe writes it, which means all of it where Adobe's marker is missing.
    for (name, isWhite) in [("cmyk", true), ("cmyk-without-adobe", false)] {
      let plain = try TestPicture.bytes("\(name).jpg")
      let printed = try PictureDecoder.decode(ProfileFile.blackInk().inserted(intoJPEG: plain)).bitmap
      let colors = printed.pixels.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
      #expect((isWhite ? colors.allSatisfy { $0 > 250 } : colors.allSatisfy { $0 < 5 }) as Bool, "\(name)")
      #expect(printed.isOpaque)
    }
  }

  @Test("A profile of sRGB, one for other channels, a damaged one and one with a missing part change nothing")
  func nothingToDo() throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let expected = try PictureDecoder.decode(plain)
    let damaged = ProfileFile(.adobe).inserted(intoJPEG: plain, length: 100, leavingOut: 1)
    let files = [
      ProfileFile(gray: 1).inserted(intoJPEG: plain), ProfileFile.blackInk().inserted(intoJPEG: plain),
      damaged,
    ]
    for file in files { #expect((try PictureDecoder.decode(file) == expected) as Bool) }
  }

  @Test("A JPEG without a profile is converted if its EXIF names Adobe RGB")
  func namedColors() throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let named = CameraColors().inserted(intoJPEG: plain)
    try expect(PictureDecoder.decode(named), PictureDecoder.decode(plain), Self.fromAdobe)
    let whole = try PictureDecoder.decode(plain)
    let others = [
      CameraColors(space: 1).inserted(intoJPEG: plain), CameraColors(index: "R98").inserted(intoJPEG: plain),
      // The profile in the file counts more.
      ProfileFile(.sRGB).inserted(intoJPEG: named),
    ]
    for file in others { #expect((try PictureDecoder.decode(file) == whole) as Bool) }
    let gray = try TestPicture.bytes("grey.jpg")
    let same = try PictureDecoder.decode(CameraColors().inserted(intoJPEG: gray))
    #expect((try PictureDecoder.decode(gray) == same) as Bool)
  }

  @Test(
    "The preview of a raw file has the colors that the raw file or the preview names, but not those that a DNG names"
  )
  func namedColorsOfPreview() throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let whole = try PictureDecoder.decode(plain)
    let named = CameraColors().inserted(intoJPEG: plain)
    let other = CameraColors(space: 1, index: "R98")
    for file in [CameraColors().rawFile(preview: plain), other.rawFile(preview: named)] {
      try expect(PictureDecoder.decode(file), whole, Self.fromAdobe)
    }
    let same = [
      other.rawFile(preview: plain), CameraColors().rawFile(preview: plain, isDNG: true),
      CameraColors().rawFile(preview: ProfileFile(.sRGB).inserted(intoJPEG: plain)),
    ]
    for file in same { #expect((try PictureDecoder.decode(file) == whole) as Bool) }
  }

  @Test("Any damage to a profile leaves a picture of the same size")
  func mutations() throws {
    let plain = try TestPicture.bytes("plain.jpg")
    let size = try PictureDecoder.decode(plain).fullSize
    var random = SystemRandomNumberGenerator()
    for profile in [ProfileFile(.adobe), ProfileFile(gray: 1.8), ProfileFile.blackInk()] {
      let file = profile.inserted(intoJPEG: plain)
      for _ in 0..<300 {
        var changed = file
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: 20..<(20 + profile.bytes.count), using: &random)
          changed[index] = UInt8.random(in: 0...255, using: &random)
        }
        guard let picture = try? PictureDecoder.decode(changed) else { continue }
        #expect(picture.fullSize == size)
      }
    }
  }

  // MARK: The colors that a profile means

  private func expect(
    _ picture: DecodedPicture, _ plain: DecodedPicture, _ convert: ([UInt8]) -> [UInt8],
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    var expected = plain.bitmap.pixels
    for start in stride(from: 0, to: expected.count, by: 4) {
      expected.replaceSubrange(start..<start + 3, with: convert(Array(expected[start..<start + 3])))
    }
    let difference = Self.difference(picture.bitmap.pixels, expected)
    #expect((picture.bitmap != plain.bitmap) as Bool, sourceLocation: place)
    #expect(difference <= 3, "a channel differs by \(difference)", sourceLocation: place)
  }

  private static func difference(_ some: [UInt8], _ others: [UInt8]) -> Int {
    zip(some, others).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Converts from Adobe RGB by way of XYZ, with the matrix of sRGB for daylight at 5,000 K (Bruce Lindbloom's table).
  private static func fromAdobe(_ color: [UInt8]) -> [UInt8] {
    let from = ProfileFile.Primaries.adobe
    let light = color.map { pow(Double($0) / 255, from.gamma ?? 1) }
    let position = (0..<3).map {
      from.red[$0] * light[0] + from.green[$0] * light[1] + from.blue[$0] * light[2]
    }
    let matrix = [
      [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
      [0.0719453, -0.2289914, 1.4052427],
    ]
    return matrix.map { row in encoded(zip(row, position).map(*).reduce(0, +)) }
  }

  /// The curve of sRGB (IEC 61966-2-1).
  private static func encoded(_ light: Double) -> UInt8 {
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((255 * min(max(value, 0), 1)).rounded())
  }
}
