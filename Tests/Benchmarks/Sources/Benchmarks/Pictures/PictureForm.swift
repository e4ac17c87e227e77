import PictureBasics
import Pictures
import TestSupport

/// A form in which a terminal is given pictures, and a terminal that is given it.
enum PictureForm: String, CaseIterable {
  case trueColor = "symbols, true color"
  case palette256 = "symbols, 256 colors"
  case kitty
  case sixel
  case iterm = "iTerm2"

  var isSymbols: Bool { self == .trueColor || self == .palette256 }

  var persona: TerminalModel.Persona {
    switch self {
    case .trueColor, .palette256: .xterm
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm: .wezterm
    }
  }

  var environment: [String: String] { self == .trueColor ? ["COLORTERM": "truecolor"] : [:] }

  /// The pixels of a picture in so many cells, of 10 by 20 pixels each.
  nonisolated func pixels(columns: Int, rows: Int) -> PixelSize {
    switch self {
    case .trueColor, .palette256: PixelSize(width: columns * 8, height: rows * 8)
    case .kitty, .sixel, .iterm: PixelSize(width: columns * 10, height: rows * 20)
    }
  }

  /// What a terminal is given, in bytes; of symbols, how many cells.
  nonisolated func render(_ bitmap: Bitmap, columns: Int, rows: Int) -> Int {
    let pixels = pixels(columns: columns, rows: rows)
    switch self {
    case .trueColor, .palette256:
      let renderer = SymbolRenderer(colors: self == .trueColor ? .trueColor : .palette256)
      return renderer.render(bitmap, columns: columns, rows: rows).cells.count
    case .kitty:
      return KittyImage.transmit(KittyImageID(counting: 1), bitmap.resized(to: pixels)).reduce(0) {
        $0 + $1.count
      }
    case .sixel: return SixelEncoder.encode(bitmap, size: pixels).count
    case .iterm:
      let file = JPEGEncoder.encode(bitmap.resized(to: pixels))
      return ITermImage.encode(file: file, columns: columns, rows: rows).count
    }
  }
}
