import PictureBasics
import Pictures
import TestSupport
import Testing

@Suite("Bitmaps")
struct BitmapTests {
  private let card = TestPicture.card()

  @Test("Bytes that are not four for each pixel make no bitmap")
  func counts() {
    #expect(Bitmap(width: 2, height: 2, pixels: [UInt8](repeating: 0, count: 15)) == nil)
    #expect(Bitmap(width: 0, height: 2, pixels: []) == nil)
    #expect(Bitmap(width: .max, height: .max, pixels: []) == nil)
    #expect(Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 4])?[0, 0].blue == 3)
  }

  @Test("A part holds the pixels of its place, and nothing is outside")
  func cropping() throws {
    let part = try #require(card.cropped(to: PixelRect(x: 10, y: 20, width: 30, height: 5)))
    #expect(part.size == PixelSize(width: 30, height: 5))
    #expect(part[0, 0] == card[10, 20])
    #expect(part[29, 4] == card[39, 24])
    let corner = try #require(card.cropped(to: PixelRect(x: 90, y: 60, width: 30, height: .max)))
    #expect(corner.size == PixelSize(width: 6, height: 4))
    #expect(card.cropped(to: PixelRect(x: 96, y: 0, width: 1, height: 1)) == nil)
    #expect(card.cropped(to: PixelRect(x: -50, y: .min, width: 10, height: 10)) == nil)
  }

  @Test(
    "A resized picture is the same picture, in its place",
    arguments: [(48, 32), (24, 16), (192, 128), (7, 64), (96, 200), (33, 21), (1, 1)])
  func resizing(width: Int, height: Int) {
    let resized = card.resized(to: PixelSize(width: width, height: height))
    #expect(resized.size == PixelSize(width: width, height: height))
    let back = resized.resized(to: PixelSize(width: 480, height: 320))
    let ideal = card.resized(to: PixelSize(width: 480, height: 320))
    #expect(likeness(back, ideal) > (min(width, height) < 10 ? 9 : 27))
  }

  @Test("An even area stays as it is at any size")
  func evenArea() {
    let even = TestPicture.bitmap(50, 40, (0..<2000).flatMap { _ in [17, 130, 255, 255] as [UInt8] })
    for size in [PixelSize(width: 13, height: 7), PixelSize(width: 171, height: 99)] {
      let resized = even.resized(to: size)
      #expect(Set(resized.pixels) == [17, 130, 255])
    }
  }

  @Test("A picture that is much longer than what is made of it stays in order", arguments: [true, false])
  func extremeReduction(isWide: Bool) {
    let count = 400_000
    let pixels = (0..<count).flatMap { [UInt8($0 * 256 / count), 130, 0, 255] as [UInt8] }
    let line = TestPicture.bitmap(isWide ? count : 1, isWide ? 1 : count, pixels)
    let small = line.resized(to: PixelSize(width: isWide ? 64 : 1, height: isWide ? 1 : 64))
    for index in 0..<64 {
      let pixel = isWide ? small[index, 0] : small[0, index]
      #expect(abs(Int(pixel.red) - (4 * index + 2)) <= 2 && pixel.green == 130 && pixel.alpha == 255)
    }
  }

  @Test("Invisible pixels lend no color to their neighbors")
  func transparency() {
    let pixels: [UInt8] = [255, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 255, 255]
    let half = TestPicture.bitmap(4, 1, pixels).resized(to: PixelSize(width: 2, height: 1))
    for x in 0..<2 {
      #expect(half[x, 0].red == 0)
      #expect(half[x, 0].blue > 250)
      #expect((100...155).contains(half[x, 0].alpha))
    }
  }

  @Test("The mean color counts each pixel as far as it is opaque")
  func mean() {
    let picture = TestPicture.bitmap(3, 1, [200, 0, 10, 255, 100, 30, 10, 255, 9, 9, 9, 0])
    #expect(picture.meanColor == RGB(red: 150, green: 15, blue: 10))
    #expect(TestPicture.bitmap(1, 1, [9, 9, 9, 0]).meanColor == .black)
  }

  @Test("Before a background everything is opaque, and half of each shows")
  func flattening() {
    let picture = TestPicture.bitmap(2, 1, [255, 0, 0, 128, 9, 9, 9, 0])
    let flat = picture.flattened(onto: RGB(red: 0, green: 0, blue: 255))
    #expect(flat.isOpaque)
    #expect(flat[0, 0].red == 128)
    #expect(flat[0, 0].blue == 127)
    #expect(flat[1, 0].blue == 255)
    #expect(card.flattened(onto: .white) == card)
  }

  @Test("A picture fitted into a box keeps its proportions and is never enlarged")
  func fitting() {
    #expect(
      PixelSize(width: 400, height: 300).fitted(into: PixelSize(width: 100, height: 100))
        == PixelSize(width: 100, height: 75))
    #expect(
      PixelSize(width: 40, height: 30).fitted(into: PixelSize(width: 100, height: 100))
        == PixelSize(width: 40, height: 30))
    #expect(
      PixelSize(width: 9000, height: 1).fitted(into: PixelSize(width: 10, height: 10))
        == PixelSize(width: 10, height: 1))
  }

  @Test("Any extent can be made of any other", arguments: Seeds.range(quick: 20, long: 500))
  func anyExtent(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (Int.random(in: 2...70, using: &random), Int.random(in: 2...70, using: &random))
    let target = PixelSize(
      width: Int.random(in: -1...150, using: &random), height: Int.random(in: 0...150, using: &random))
    let resized = TestPicture.card(width, height).resized(to: target)
    #expect(
      resized.size == PixelSize(width: max(1, target.width), height: max(1, target.height)), "seed \(seed)")
    #expect(resized.isOpaque, "seed \(seed)")
  }
}
