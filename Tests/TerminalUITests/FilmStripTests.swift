import PictureBasics
import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("A film strip")
struct FilmStripTests {
  private func strip(_ count: Int, at position: Int, width: Int = 60, height: Int = 4) -> (
    FilmStrip, CellGrid
  ) {
    let strip = FilmStrip { number, size in
      SheetTile(title: "", picture: letters(number == position ? "x" : "o", size.width, size.height))
    }
    strip.count = count
    strip.position = position
    let grid = CellGrid(size: Size(width: width, height: height))
    strip.show(in: grid.canvas, isFocused: true)
    return (strip, grid)
  }

  @Test(
    "shows what is around a photo, which stands in the middle except at the ends",
    arguments: [(100, 50, 48..<52), (100, 0, 0..<4), (100, 99, 96..<100), (3, 1, 0..<3), (1, 0, 0..<1)])
  func visible(count: Int, position: Int, numbers: Range<Int>) {
    let (strip, grid) = strip(count, at: position)
    #expect(strip.visible == numbers)
    let row = grid.rows[1]
    #expect(row.count { $0 == "x" } == 12 && row.count { $0 == "o" } == 12 * (numbers.count - 1))
    #expect(row.contains("┃xxxxxxxxxxxx┃"))
    // As much is free at the left as at the right.
    let left = row.prefix { $0 == " " }.count
    #expect(abs(left - (60 - row.count)) <= 2)
  }

  @Test("says which photo is at a point")
  func hit() throws {
    let (strip, grid) = strip(100, at: 50)
    for y in 0..<4 {
      let hits = (0..<60).map { strip.hit(Point(x: $0, y: y)) }
      #expect(Set(hits.compactMap { $0 }) == [48, 49, 50, 51])
      for (x, hit) in hits.enumerated() { #expect((grid[Point(x: x, y: y)]?.text == "x") == (hit == 50)) }
    }
  }

  @Test("is empty without photos, and never has more than a sheet", arguments: [(0, 0), (900, 29)])
  func bounds(count: Int, shown: Int) {
    let (strip, _) = strip(count, at: 0, width: 400, height: 1)
    #expect(strip.visible.count == shown)
  }
}

@Suite("The navigator of a picture")
struct PictureNavigatorTests {
  @Test("has the edges of the picture, and the part that is seen filled")
  func drawing() {
    let size = PixelSize(width: 1200, height: 800)
    func lines(_ part: PixelRect) -> [String] {
      PictureNavigator(part: part, of: size, size: Size(width: 8, height: 2)).lines
    }
    #expect(lines(PixelRect(x: 0, y: 0, width: 1200, height: 800)) == ["⣿⣿⣿⣿⣿⣿", "⣿⣿⣿⣿⣿⣿"])
    #expect(lines(PixelRect(x: 0, y: 0, width: 400, height: 400)) == ["⣿⣿⠉⠉⠉⢹", "⣇⣀⣀⣀⣀⣸"])
    #expect(lines(PixelRect(x: 800, y: 400, width: 400, height: 400)) == ["⡏⠉⠉⠉⠉⢹", "⣇⣀⣀⣀⣿⣿"])
  }

  @Test(
    "fits its cells, whatever the shape",
    arguments: [(6000, 500), (500, 6000), (1, 1), (3, 100_000), (100_000, 3)])
  func shapes(width: Int, height: Int) {
    for rows in 1...2 {
      let navigator = PictureNavigator(
        part: PixelRect(x: width / 2, y: height / 2, width: max(1, width / 4), height: max(1, height / 4)),
        of: PixelSize(width: width, height: height), size: Size(width: 8, height: rows))
      #expect((1...rows).contains(navigator.lines.count))
      #expect(navigator.lines.allSatisfy { (1...8).contains($0.count) && $0.contains { $0 != "\u{2800}" } })
    }
  }
}
