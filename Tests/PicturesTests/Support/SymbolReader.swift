import Pictures

/// Draws cells as a terminal would, 8 by 8 pixels each; knows spaces and block elements (Unicode chart U+2580).
enum SymbolReader {
  static func bitmap(_ picture: SymbolPicture) throws -> Bitmap {
    let width = 8 * picture.columns
    var pixels = [UInt8](repeating: 255, count: 4 * width * 8 * picture.rows)
    for row in 0..<picture.rows {
      for column in 0..<picture.columns {
        let cell = picture[column, row]
        for y in 0..<8 {
          for x in 0..<8 {
            let color = try isInk(cell.character, x, y) ? rgb(cell.foreground) : rgb(cell.background)
            let start = 4 * ((8 * row + y) * width + 8 * column + x)
            (pixels[start], pixels[start + 1], pixels[start + 2]) = color
          }
        }
      }
    }
    return TestPicture.bitmap(width, 8 * picture.rows, pixels)
  }

  /// Returns the share of a picture that its characters cover.
  static func ink(of picture: SymbolPicture) throws -> Double {
    var covered = 0
    for cell in picture.cells {
      covered += try (0..<64).filter { try isInk(cell.character, $0 % 8, $0 / 8) }.count
    }
    return Double(covered) / Double(64 * picture.cells.count)
  }

  private static func isInk(_ character: Unicode.Scalar, _ x: Int, _ y: Int) throws -> Bool {
    let value = Int(character.value)
    switch value {
    case 0x20: return false
    case 0x2580: return y < 4
    case 0x2581...0x2588: return y >= 8 - (value - 0x2580)
    case 0x2589...0x258F: return x < 0x2590 - value
    case 0x2590: return x >= 4
    case 0x2594: return y < 1
    case 0x2595: return x >= 7
    case 0x2596...0x259F:
      // Upper left, upper right, lower left, lower right, for each of the ten.
      let quarters = [0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111]
      return quarters[value - 0x2596] >> (3 - (y / 4 * 2 + x / 4)) & 1 == 1
    default: throw UnknownSymbol(character: character)
    }
  }

  struct UnknownSymbol: Error {
    let character: Unicode.Scalar
  }

  static func rgb(_ color: SymbolColor) -> (UInt8, UInt8, UInt8) {
    switch color {
    case .standard: (0, 0, 0)
    case .rgb(let red, let green, let blue): (red, green, blue)
    case .palette(let index): palette(Int(index))
    }
  }

  /// xterm's palette.
  private static func palette(_ index: Int) -> (UInt8, UInt8, UInt8) {
    if index >= 232 {
      let grey = UInt8(8 + 10 * (index - 232))
      return (grey, grey, grey)
    }
    if index >= 16 {
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      let cube = index - 16
      return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }
    let (low, high): (UInt8, UInt8) = index < 8 ? (0, 205) : (0, 255)
    return (index & 1 == 0 ? low : high, index & 2 == 0 ? low : high, index & 4 == 0 ? low : high)
  }
}
