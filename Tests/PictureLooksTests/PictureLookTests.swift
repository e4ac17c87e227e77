import PictureLooks
import Pictures
import Testing

@Suite("Looks of pictures")
struct PictureLookTests {
  @Test("A look survives its stored form of 24 bytes")
  func storedForm() throws {
    for look in SamplePicture.looks {
      #expect(look.bytes.count == PictureLook.byteCount)
      #expect(PictureLook(bytes: look.bytes) == look)
    }
    #expect(PictureLook(bytes: []) == nil)
    #expect(PictureLook(bytes: [UInt8](repeating: 0, count: 25)) == nil)
  }

  @Test("An even area has its own luma and color, and no detail")
  func evenArea() throws {
    let look = PictureLook(of: try Self.picture(width: 64, height: 32) { _, _ in (200, 40, 40) })
    #expect(look.gradient == 0)
    #expect(look.luma == 88)
    #expect(look.sharpness == 0)
    #expect(look.layout.coefficients == [-40, 0, 0, 0, 0, 0, -27, 0, 0, 80, 0, 0])
    #expect(look.shape == 144)
    #expect(!look.isGray)
  }

  @Test("A slope that gets lighter to the right sets all steps, the opposite none")
  func slopes() throws {
    let rising = PictureLook(of: try Self.picture(width: 128, height: 128) { x, _ in Self.gray(2 * x) })
    let falling = PictureLook(
      of: try Self.picture(width: 128, height: 128) { x, _ in Self.gray(255 - 2 * x) })
    #expect(rising.gradient == .max)
    #expect(falling.gradient == 0)
    #expect(rising.isGray && falling.isGray)
    #expect(rising.shape == 128)
    #expect(rising.gradientDistance(to: falling) == 64)
  }

  @Test("A picture with fine detail is sharper than the same picture enlarged from a small one")
  func sharpness() throws {
    for (picture, look) in zip(SamplePicture.all, SamplePicture.looks) {
      let blurred = try Alteration.half.apply(to: Alteration.half.apply(to: picture.bitmap))
        .resized(to: picture.bitmap.size)
      #expect(PictureLook(of: blurred).sharpness < look.sharpness, "\(picture.name)")
    }
  }

  private static func gray(_ value: Int) -> (UInt8, UInt8, UInt8) {
    let value = UInt8(clamping: value)
    return (value, value, value)
  }

  private static func picture(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
  ) throws -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        pixels += [color.0, color.1, color.2, 255]
      }
    }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }
}
