import PictureLooks
import Pictures
import Testing

@Suite("Hues of pictures")
struct PictureHueTests {
  @Test(
    "An even color has its hue",
    arguments: [
      ((220, 30, 30), PictureHue.red), ((230, 130, 20), .orange), ((230, 230, 30), .yellow),
      ((130, 230, 20), .lime), ((20, 200, 20), .green), ((20, 220, 120), .mint), ((20, 180, 180), .teal),
      ((20, 120, 220), .azure), ((30, 30, 220), .blue), ((120, 20, 220), .violet), ((220, 20, 220), .magenta),
      ((220, 20, 120), .pink),
    ] as [((UInt8, UInt8, UInt8), PictureHue)])
  func even(color: (UInt8, UInt8, UInt8), hue: PictureHue) throws {
    #expect(PictureLook(of: try Self.picture { _, _ in color }).hue == hue)
  }

  @Test("Of two colors, the one that takes more of the picture is its hue")
  func larger() throws {
    let look = PictureLook(of: try Self.picture { x, _ in x < 20 ? (200, 40, 40) : (40, 40, 200) })
    #expect(look.hue == .blue)
  }

  @Test("A small bright area in a gray picture is its hue")
  func accent() throws {
    let look = PictureLook(
      of: try Self.picture { x, y in x < 20 && y < 20 ? (240, 130, 10) : (120, 120, 120) })
    #expect(look.hue == .orange)
  }

  @Test("A gray picture has no hue")
  func gray() throws {
    #expect(
      PictureLook(of: try Self.picture { x, y in (UInt8(2 * x), UInt8(2 * x), UInt8(2 * x)) }).hue == nil)
  }

  @Test("A name is found whatever its case, and another word is none")
  func names() {
    for hue in PictureHue.allCases { #expect(PictureHue(name: hue.name.uppercased()) == hue) }
    #expect(PictureHue(name: "beige") == nil)
    #expect(Set(PictureHue.allCases.map(\.name)).count == 12)
  }

  private static func picture(_ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)) throws -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 {
        let color = color(x, y)
        pixels += [color.0, color.1, color.2, 255]
      }
    }
    return try #require(Bitmap(width: 64, height: 64, pixels: pixels))
  }
}
