internal import CChafa

/// Makes characters of pixels, with libchafa.
public struct SymbolRenderer: Hashable, Sendable {
  /// The colors it may use.
  public var colors: SymbolColors
  /// The characters it may use.
  public var characters: SymbolCharacters
  /// The background color of the terminal.
  ///
  /// Its brightness decides the look of pictures without colors, and it
  /// shows through transparent pixels.
  public var background: RGB

  /// Creates a renderer.
  public init(
    colors: SymbolColors, characters: SymbolCharacters = .blocks, background: RGB = .black
  ) {
    self.colors = colors
    self.characters = characters
    self.background = background
  }

  /// Stretches a picture over so many cells; fewer than one, or more than 1000 a side, become one or 1000.
  ///
  /// Takes about 1 ms for a thumbnail of 20 by 8 cells, and 25 ms for 100 by 40. A bitmap of some 8 pixels a cell in each direction
  /// has all that can be shown.
  public func render(_ bitmap: Bitmap, columns: Int, rows: Int) -> SymbolPicture {
    let columns = min(max(1, columns), 1000)
    let rows = min(max(1, rows), 1000)
    // A character is chosen by 8 by 8 pixels.
    let canvas = ChafaCanvas(bitmap.flattened(onto: background), area: 64 * columns * rows) { configuration in
      configure(configuration, columns: columns, rows: rows)
    }
    var cells: [SymbolCell] = []
    cells.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        cells.append(cell(of: canvas, column, row))
      }
    }
    return SymbolPicture(columns: columns, rows: rows, cells: cells)
  }
}

extension SymbolRenderer {
  private func configure(_ configuration: OpaquePointer, columns: Int, rows: Int) {
    chafa_canvas_config_set_geometry(configuration, Int32(columns), Int32(rows))
    chafa_canvas_config_set_pixel_mode(configuration, CHAFA_PIXEL_MODE_SYMBOLS)
    chafa_canvas_config_set_canvas_mode(configuration, mode)
    chafa_canvas_config_set_dither_mode(configuration, dithering)
    // Below a third it chooses among fewer symbols and loses 4 dB; above a half it only takes longer.
    chafa_canvas_config_set_work_factor(configuration, 0.5)
    let text: RGB = background.luma < 128 ? .white : .black
    chafa_canvas_config_set_fg_color(configuration, text.packed)
    chafa_canvas_config_set_bg_color(configuration, background.packed)
    let symbols: OpaquePointer = chafa_symbol_map_new()
    chafa_symbol_map_add_by_tags(symbols, tags)
    chafa_canvas_config_set_symbol_map(configuration, symbols)
    chafa_symbol_map_unref(symbols)
  }

  private var mode: ChafaCanvasMode {
    switch colors {
    case .trueColor: CHAFA_CANVAS_MODE_TRUECOLOR
    case .palette256: CHAFA_CANVAS_MODE_INDEXED_240
    case .palette16: CHAFA_CANVAS_MODE_INDEXED_16
    case .palette8: CHAFA_CANVAS_MODE_INDEXED_8
    case .none: CHAFA_CANVAS_MODE_FGBG
    }
  }

  /// Only characters that are all of one color need a pattern to show more than two tones; elsewhere it blurs shapes and
  /// gains no color.
  private var dithering: ChafaDitherMode {
    colors == .none ? CHAFA_DITHER_MODE_ORDERED : CHAFA_DITHER_MODE_NONE
  }

  private var tags: ChafaSymbolTags {
    switch characters {
    case .blocks:
      ChafaSymbolTags(rawValue: CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_BLOCK.rawValue)
    case .ascii: CHAFA_SYMBOL_TAG_ASCII
    }
  }

  private func cell(of canvas: borrowing ChafaCanvas, _ column: Int, _ row: Int) -> SymbolCell {
    let character = Unicode.Scalar(canvas.character(column, row)) ?? " "
    let raw = canvas.colors(column, row)
    return SymbolCell(
      character: character.value < 32 ? " " : character,
      foreground: color(raw.foreground), background: color(raw.background))
  }

  private func color(_ raw: Int32) -> SymbolColor {
    guard raw >= 0 else { return .standard }
    switch colors {
    case .none: return .standard
    case .trueColor:
      let color = RGB(packed: UInt32(raw))
      return .rgb(color.red, color.green, color.blue)
    case .palette256, .palette16, .palette8: return UInt8(exactly: raw).map(SymbolColor.palette) ?? .standard
    }
  }
}
