import PictureBasics
import Pictures
import Terminal
import TerminalPicturesSupport
import TerminalUI
import TestSupport
import Testing

@testable import TerminalPictures

@Suite("The form of pictures")
struct PictureStyleTests {
  @Test("The form of pictures follows the terminal's colors, characters, cells and background")
  func terminal() throws {
    var terminal = Capabilities.showing(.symbols, colors: .palette256)
    terminal.cellSize = .init(width: 8, height: 17)
    let style = try #require(PictureStyle(for: terminal, choice: .automatic, environment: [:]))
    #expect(style.graphics == .symbols && style.colors == .palette256 && style.characters == .blocks)
    #expect(style.cell == .init(width: 8, height: 17))
    #expect(style.background == RGB(red: 16, green: 16, blue: 16))
    terminal.showsUnicode = false
    #expect(PictureStyle(for: terminal, choice: .automatic, environment: [:])?.characters == .ascii)
  }

  private static let depths: [(ColorDepth, SymbolColors)] = [
    (.none, .none), (.palette8, .palette8), (.palette16, .palette16), (.palette256, .palette256),
    (.direct, .trueColor),
  ]

  @Test("The form of pictures has the terminal's colors", arguments: depths)
  func colors(depth: ColorDepth, colors: SymbolColors) {
    #expect(PictureStyle.of(.symbols, colors: depth)?.colors == colors)
  }

  @Test("is none where none is wanted, and what was chosen where something was")
  func choice() {
    let kitty = Capabilities.showing(.kittyPlaceholders)
    #expect(PictureStyle(for: kitty, choice: .none, environment: [:]) == nil)
    #expect(PictureStyle(for: kitty, choice: .sixel, environment: [:])?.graphics == .sixel)
    #expect(PictureStyle(for: kitty, choice: .automatic, environment: [:])?.graphics == .kittyPlaceholders)
  }

  @Test("Where kitty's way is chosen inside tmux, pictures stand in cells", arguments: depths.map(\.0))
  func insideTmux(depth: ColorDepth) {
    var terminal = Capabilities.showing(.kittyPlaceholders, colors: depth)
    terminal.isInsideTmux = true
    let style = PictureStyle(for: terminal, choice: .kitty, environment: [:])
    #expect(style?.graphics == (depth < .palette256 ? .symbols : .kittyPlaceholders))
  }

  @Test("needs the pixels of the cells, of symbols no more than they can show")
  func pixels() throws {
    let cells = Size(width: 18, height: 7)
    let kitty = try #require(PictureStyle.of(.kittyPlaceholders))
    #expect(kitty.pixels(in: cells) == PixelSize(width: 180, height: 140))
    #expect(kitty.longerSide(in: cells) == 180 && kitty.longerSide(in: Size(width: 2, height: 7)) == 140)
    let symbols = try #require(PictureStyle.of(.symbols))
    #expect(symbols.pixels(in: cells) == PixelSize(width: 144, height: 56))
    #expect(symbols.longerSide(in: cells) == 144)
    // A cell is twice as high as wide.
    #expect(symbols.longerSide(in: Size(width: 2, height: 7)) == 112)
  }

  @Test("has cells of at least a pixel, whatever the terminal says")
  func noCell() {
    var terminal = Capabilities.showing(.sixel)
    terminal.cellSize = .init(width: 0, height: -3)
    let style = PictureStyle(for: terminal, choice: .automatic, environment: [:])
    #expect(style?.cell == .init(width: 1, height: 1))
  }
}
