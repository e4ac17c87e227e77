import PictureBasics
import Testing

@testable import Pictures

@Suite("Sixels")
struct SixelTests {
  @Test(
    "What a terminal reads is the picture", arguments: [(96, 66), (97, 60), (200, 150), (320, 6), (1, 12)])
  func read(width: Int, height: Int) throws {
    let card = TestPicture.card(300, 200).resized(to: PixelSize(width: width, height: height))
    var reader = SixelReader()
    let drawn = try reader.read(SixelEncoder.encode(card))
    #expect(drawn.size == card.size)
    #expect(drawn.isOpaque)
    #expect(likeness(drawn, card) > 33)
    if min(width, height) > 10 { #expect(offset(of: drawn, in: card, reach: 1) == [0, 0]) }
  }

  @Test("A draft takes fewer bytes, and is near", arguments: [(300, 198), (299, 197), (30, 5)])
  func draft(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let card = TestPicture.card(400, 300)
    let full = SixelEncoder.encode(card, size: size)
    let draft = SixelEncoder.encodeDraft(card, size: size)
    #expect(draft.count < full.count)
    var reader = SixelReader()
    let drawn = try reader.read(draft)
    #expect(drawn.size == PixelSize(width: width, height: max(6, height - height % 6)) && drawn.isOpaque)
    #expect(likeness(drawn, card.resized(to: drawn.size)) > 20)
  }

  @Test("Sixels are enlarged to squares, and cut", arguments: [(60, 36), (58, 30), (3, 6)])
  func enlarged(width: Int, height: Int) throws {
    let sixels = SixelEncoder.encode(TestPicture.card(20, 12))
    let size = PixelSize(width: width, height: height)
    var (small, large) = (SixelReader(), SixelReader())
    let drawn = try small.read(sixels)
    let enlarged = try large.read(SixelEnlarger.enlarged(sixels, to: size))
    #expect(enlarged.size == size && large.lowest == height - 1)
    for y in 0..<height {
      for x in 0..<width { #expect(enlarged[x, y] == drawn[x / 3, y / 3], "\(x) \(y)") }
    }
  }

  @Test("What is transparent is not drawn in a draft")
  func transparentDraft() throws {
    let pixels: [UInt8] = (0..<20 * 12).flatMap {
      $0 % 20 < 10 ? [200, 30, 40, 255] as [UInt8] : [0, 0, 0, 0]
    }
    var reader = SixelReader()
    let draft = SixelEncoder.encodeDraft(
      TestPicture.bitmap(20, 12, pixels), size: PixelSize(width: 60, height: 36))
    let drawn = try reader.read(draft)
    #expect(drawn[5, 20].alpha == 255 && drawn[52, 20].alpha == 0)
  }

  @Test("The height is cut to whole bands, and nothing is drawn below", arguments: [60, 61, 65])
  func bands(height: Int) throws {
    let card = TestPicture.card(64, height)
    var reader = SixelReader()
    let drawn = try reader.read(SixelEncoder.encode(card))
    #expect(drawn.size == PixelSize(width: 64, height: 60))
    #expect(reader.lowest == 59)
    let ideal = try #require(card.cropped(to: PixelRect(x: 0, y: 0, width: 64, height: 60)))
    #expect(likeness(drawn, ideal) > 33)
  }

  @Test(
    "A picture is stretched to the pixels that are asked for",
    arguments: [(150, 102), (150, 107), (450, 300)])
  func stretched(width: Int, height: Int) throws {
    let card = TestPicture.card(300, 200)
    var reader = SixelReader()
    let drawn = try reader.read(SixelEncoder.encode(card, size: PixelSize(width: width, height: height)))
    let whole = height - height % 6
    #expect(drawn.size == PixelSize(width: width, height: whole))
    let seen = PixelRect(x: 0, y: 0, width: width, height: whole)
    let ideal = try #require(card.resized(to: PixelSize(width: width, height: height)).cropped(to: seen))
    #expect(likeness(drawn, ideal) > 28)
  }

  @Test("A picture of less than a band becomes one")
  func low() throws {
    var reader = SixelReader()
    #expect(
      try reader.read(SixelEncoder.encode(TestPicture.card(64, 3))).size == PixelSize(width: 64, height: 6))
  }

  @Test("What is transparent is not drawn")
  func transparent() throws {
    let pixels: [UInt8] = (0..<20 * 12).flatMap {
      $0 % 20 < 10 ? [200, 30, 40, 255] as [UInt8] : [0, 0, 0, 0]
    }
    var reader = SixelReader()
    let drawn = try reader.read(SixelEncoder.encode(TestPicture.bitmap(20, 12, pixels)))
    #expect(drawn[2, 5].alpha == 255 && drawn[17, 5].alpha == 0)
  }

  @Test("The same picture gives the same sixels on many threads at once")
  func threads() async {
    let card = TestPicture.card(60, 48)
    let expected = SixelEncoder.encode(card)
    await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { SixelEncoder.encode(card) } }
      for await sixels in group { #expect(sixels == expected) }
    }
  }
}
