public import Terminal

/// A row of thumbnails around one of a list, which stands in the middle.
@MainActor public final class FilmStrip: View {
  /// The number of tiles in the list.
  public var count = 0
  /// The number of the tile in the middle, from 0.
  public var position = 0
  /// The numbers of the tiles in view, as last laid out.
  public private(set) var visible = 0..<0
  /// The size of a tile, as last laid out.
  public private(set) var tileSize = Size(width: 0, height: 0)

  private let tile: (Int, Size) -> SheetTile
  private var tiles: [SheetTile] = []
  private var left = 0

  /// Creates a strip; `tile` returns a tile by its number and the size of its picture.
  public init(tile: @escaping (Int, Size) -> SheetTile) { self.tile = tile }

  /// Reads the tiles in view: at most as many as a sheet has.
  public func layout(_ size: Size) {
    // Three to two, on cells twice as high as wide.
    tileSize = Size(width: min(max(1, size.width - 2), 3 * size.height), height: size.height)
    let fitting = min(max(1, (size.width - 1) / (tileSize.width + 1)), SheetView.mostTiles - 1)
    let first = min(max(0, position - fitting / 2), max(0, count - fitting))
    visible = first..<min(first + fitting, count)
    left = max(0, (size.width - visible.count * (tileSize.width + 1) - 1) / 2)
    tiles = visible.map { tile($0, tileSize) }
  }

  /// Draws the tiles; that in the middle has bars at its sides.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    for (number, tile) in zip(visible, tiles) {
      let frame = frame(of: number)
      TileDrawing.draw(tile, in: canvas.window(frame))
      guard number == position else { continue }
      for x in [frame.minX - 1, frame.maxX] {
        canvas.fill(
          Rect(x: x, y: 0, width: 1, height: frame.height), with: "┃", style: canvas.palette[.frame])
      }
    }
  }

  /// Returns the number of the tile at a point.
  public func hit(_ point: Point) -> Int? { visible.first { frame(of: $0).contains(point) } }

  private func frame(of number: Int) -> Rect {
    Rect(
      x: left + 1 + (number - visible.lowerBound) * (tileSize.width + 1), y: 0, width: tileSize.width,
      height: tileSize.height)
  }
}
