/// Dots in terminal cells, two beside and four below each other, as braille patterns have them.
public struct BrailleRaster: Hashable, Sendable {
  /// The width in terminal cells.
  public let columns: Int
  /// The height in terminal cells.
  public let rows: Int
  /// The dots of each cell as the low byte of its braille pattern, row by row.
  private var cells: [UInt8]

  /// Creates a raster without dots.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = Array(repeating: 0, count: self.columns * self.rows)
  }

  /// The dots of a braille pattern, row by row, as Unicode numbers them (The Unicode Standard, 21.1).
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// Sets a dot; one outside is passed over.
  mutating func set(x: Int, y: Int) {
    guard (0..<columns * 2).contains(x), (0..<rows * 4).contains(y) else { return }
    cells[y / 4 * columns + x / 2] |= Self.bits[y % 4 * 2 + x % 2]
  }

  /// Sets the dots of a line, as many as the longer of its sides has.
  mutating func draw(_ line: LineSegment) {
    let step = line.end - line.start
    let count = max(1, Int(max(abs(step.x), abs(step.y)).rounded(.up)))
    for number in 0...count {
      let place = line.start + Double(number) / Double(count) * step
      set(x: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)))
    }
  }

  /// Returns the braille pattern of a cell; `nil` for one without dots.
  public func pattern(x: Int, y: Int) -> Character? {
    let dots = cells[y * columns + x]
    guard dots != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(dots)) else { return nil }
    return Character(scalar)
  }
}
