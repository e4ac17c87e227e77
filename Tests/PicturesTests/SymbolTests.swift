import PictureBasics
import Pictures
import Testing

@Suite("Symbols")
struct SymbolTests {
  private static let large = TestPicture.card(400, 320)
  private var card: Bitmap { Self.large }

  private func render(
    _ colors: SymbolColors, _ characters: SymbolCharacters = .blocks, columns: Int = 40, rows: Int = 16
  ) -> SymbolPicture {
    SymbolRenderer(colors: colors, characters: characters).render(card, columns: columns, rows: rows)
  }

  @Test(
    "What a terminal draws is the picture, in the colors that there are",
    arguments: [(SymbolColors.trueColor, 30.0), (.palette256, 22)])
  func drawn(colors: SymbolColors, least: Double) throws {
    let picture = render(colors)
    #expect(picture.columns == 40 && picture.rows == 16 && picture.cells.count == 640)
    let drawn = try SymbolReader.bitmap(picture)
    let ideal = card.resized(to: drawn.size)
    #expect(likeness(drawn, ideal) > least)
    #expect(offset(of: drawn, in: ideal, reach: colors == .trueColor ? 2 : 4) == [0, 0])
  }

  @Test("Few colors are at least the right ones", arguments: [SymbolColors.palette16, .palette8])
  func corners(colors: SymbolColors) throws {
    let drawn = try SymbolReader.bitmap(render(colors))
    let (right, bottom) = (drawn.width - 1, drawn.height - 1)
    let (topLeft, topRight) = (drawn[2, 2], drawn[right - 2, 2])
    let (bottomLeft, bottomRight) = (drawn[2, bottom - 2], drawn[right - 2, bottom - 2])
    #expect(topLeft.red == 0 && topLeft.green == 0 && topLeft.blue > 200, "blue")
    #expect(topRight.red > 200 && topRight.green == 0, "red to magenta")
    #expect(bottomLeft.red == 0 && bottomLeft.green > 200, "green to cyan")
    #expect(bottomRight.red > 200 && bottomRight.green > 200 && bottomRight.blue == 0, "yellow")
  }

  @Test(
    "Each cell has the mean color of its part of the picture",
    arguments: [(SymbolColors.trueColor, 10), (.palette256, 45)])
  func means(colors: SymbolColors, most: Int) throws {
    let means = try SymbolReader.bitmap(render(colors)).resized(to: PixelSize(width: 40, height: 16))
    let ideal = card.resized(to: PixelSize(width: 40, height: 16))
    for index in ideal.pixels.indices {
      #expect(abs(Int(means.pixels[index]) - Int(ideal.pixels[index])) <= most)
    }
  }

  @Test("A fine pattern of two colors is drawn with characters, not with their mean")
  func shapes() throws {
    // Half a cell of each color, side by side.
    let pixels: [UInt8] = (0..<64 * 64).flatMap {
      $0 % 8 < 4 ? [255, 0, 0, 255] as [UInt8] : [0, 0, 255, 255]
    }
    let stripes = TestPicture.bitmap(64, 64, pixels)
    let picture = SymbolRenderer(colors: .trueColor).render(stripes, columns: 8, rows: 8)
    #expect(likeness(try SymbolReader.bitmap(picture), stripes) > 25)
  }

  @Test("Only colors that the terminal has are used")
  func available() {
    for cell in render(.palette256).cells {
      #expect(index(cell.foreground) >= 16 && index(cell.background) >= 16)
    }
    for cell in render(.palette16).cells { #expect((0..<16).contains(index(cell.background))) }
    for cell in render(.palette8).cells { #expect((0..<8).contains(index(cell.background))) }
    for cell in render(.none).cells { #expect(cell.foreground == .standard && cell.background == .standard) }
  }

  private func index(_ color: SymbolColor) -> Int {
    if case .palette(let index) = color { Int(index) } else { -1 }
  }

  @Test("ASCII alone, for each kind of colors", arguments: SymbolColors.allCases)
  func ascii(colors: SymbolColors) {
    let picture = render(colors, .ascii)
    #expect(picture.cells.allSatisfy { (0x20...0x7E).contains($0.character.value) })
    #expect(Set(picture.cells.map(\.character)).count > (colors == .none ? 5 : 0))
  }

  @Test("Without colors, the light side has more ink on a dark screen, and the dark side on a light one")
  func ink() throws {
    let half = TestPicture.bitmap(
      80, 40, (0..<3200).flatMap { $0 % 80 < 40 ? [240, 240, 240, 255] as [UInt8] : [15, 15, 15, 255] })
    for characters in SymbolCharacters.allCases {
      for (background, lightIsInk) in [(RGB.black, true), (.white, false)] {
        let renderer = SymbolRenderer(colors: .none, characters: characters, background: background)
        let picture = renderer.render(half, columns: 20, rows: 5)
        #expect((picture[5, 2].character != " ") == lightIsInk, "\(characters)")
        #expect((picture[15, 2].character != " ") != lightIsInk, "\(characters)")
      }
    }
  }

  @Test(
    "Without colors, the share of ink shows how light a picture is",
    arguments: [32, 64, 128, 192, 224] as [UInt8])
  func shades(gray: UInt8) throws {
    let pixels = [[UInt8]](repeating: [gray, gray, gray, 255], count: 160 * 64).flatMap(\.self)
    let plain = TestPicture.bitmap(160, 64, pixels)
    let light = Double(gray) / 255
    for (background, share) in [(RGB.black, light), (.white, 1 - light)] {
      let renderer = SymbolRenderer(colors: .none, background: background)
      let ink = try SymbolReader.ink(of: renderer.render(plain, columns: 20, rows: 8))
      #expect(abs(ink - share) < 0.05, "\(ink)")
    }
  }

  @Test("What is transparent shows the background")
  func transparent() {
    let clear = TestPicture.bitmap(8, 8, [UInt8](repeating: 0, count: 256))
    let renderer = SymbolRenderer(colors: .trueColor, background: RGB(red: 10, green: 200, blue: 30))
    #expect(renderer.render(clear, columns: 1, rows: 1)[0, 0].background == .rgb(10, 200, 30))
  }

  @Test(
    "Sizes without sense become the nearest that has",
    arguments: [(0, 0), (-3, 2), (1, 1), (3, 1), (1000, 1)])
  func sizes(columns: Int, rows: Int) {
    let picture = render(.trueColor, columns: columns, rows: rows)
    #expect(picture.columns == max(1, columns) && picture.rows == max(1, rows))
    #expect(picture.cells.count == picture.columns * picture.rows)
  }

  @Test("The same picture gives the same cells on many threads at once")
  func threads() async {
    let expected = SymbolColors.allCases.map { render($0) }
    await withTaskGroup(of: [SymbolPicture].self) { group in
      for _ in 0..<8 {
        group.addTask { SymbolColors.allCases.map { render($0) } }
      }
      for await pictures in group { #expect(pictures == expected) }
    }
  }
}
