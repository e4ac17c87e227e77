import PictureBasics
import TestSupport
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

  @Test("A draft enlarges pixels to squares, and is cut", arguments: [(60, 36), (58, 36), (61, 36), (3, 6)])
  func squares(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let small = TestPicture.card(200, 120).resized(to: PixelSize(width: (width + 2) / 3, height: height / 3))
    var reader = SixelReader()
    let drawn = try reader.read(SixelDraft.sixels(of: small, size: size))
    #expect(drawn.size == size && reader.lowest == height - 1 && drawn.isOpaque)
    for y in 0..<height {
      for x in 0..<width {
        #expect(drawn[x, y] == drawn[x - x % 3, y - y % 3], "\(x) \(y)")
        // The colors of a cell of levels are its mean; sixels count them in percent.
        #expect(abs(Int(drawn[x, y].red) - Int(small[x / 3, y / 3].red)) <= 18, "\(x) \(y)")
      }
    }
  }

  @Test("A draft of a few colors shows exactly these, in every place")
  func fewColors() throws {
    // Percents, so that sixels can write them: 0, 20, 40, 60, 80 and 100.
    let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
    let colors: [[UInt8]] = (0..<216).map { [levels[$0 / 36], levels[$0 / 6 % 6], levels[$0 % 6], 255] }
    var generator = SeededGenerator(seed: 7)
    let small = TestPicture.bitmap(
      30, 20, (0..<600).flatMap { _ in colors[.random(in: 0..<216, using: &generator)] })
    var reader = SixelReader()
    let drawn = try reader.read(SixelDraft.sixels(of: small, size: PixelSize(width: 90, height: 60)))
    for y in 0..<60 {
      for x in 0..<90 { #expect(drawn[x, y] == small[x / 3, y / 3], "\(x) \(y)") }
    }
  }

  @Test(
    "A draft of more than 256 colors joins the nearest, most of all those of few pixels", arguments: 0..<5)
  func manyColors(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Half of the picture is in one color, the others are spread over all colors that there are.
    var pixels: [UInt8] = []
    for index in 0..<200 * 100 {
      let random = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      pixels += (index % 2 == 0 ? [202, 103, 44] : random) + [255]
    }
    let small = TestPicture.bitmap(200, 100, pixels)
    let palette = DraftPalette(of: small)
    #expect(palette.colors.count == 256)
    let numbers = palette.numbers(of: small)
    var worst = 0
    for (index, number) in numbers.enumerated() {
      let color = palette.colors[Int(number)]
      let parts = [color.red, color.green, color.blue].map(Int.init)
      let distances = (0..<3).map { abs(parts[$0] - Int(pixels[4 * index + $0])) }
      worst = max(worst, distances.max() ?? 0)
      if index % 2 == 0 { #expect((distances.max() ?? 255) <= 8) }
    }
    // A cube of 256 boxes has sides of 40.
    #expect(worst <= 64)
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
