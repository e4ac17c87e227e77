extension Color {
  /// The color of a palette of `count` that is nearest to one given by its parts.
  func nearest(ofPalette count: Int) -> Color {
    guard let (red, green, blue) = parts else { return self }
    let parts = [Int(red), Int(green), Int(blue)]
    if count >= 256 { return .palette(Self.nearest256(parts)) }
    let candidates = Self.named.prefix(count >= 16 ? 16 : 8)
    let nearest = candidates.indices.min {
      Self.distance(candidates[$0], parts) < Self.distance(candidates[$1], parts)
    }
    return nearest.map { .palette(UInt8($0)) } ?? .standard
  }

  /// Of the cube and the grays: the first sixteen are as the user likes them.
  private static func nearest256(_ parts: [Int]) -> UInt8 {
    let steps = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
    let cube = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    let grey = min(max((parts.reduce(0, +) / 3 - 3) / 10, 0), 23)
    let shade = Array(repeating: 8 + 10 * grey, count: 3)
    if distance(shade, parts) < distance(cube, parts) { return UInt8(232 + grey) }
    return UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
  }

  private static func distance(_ one: [Int], _ other: [Int]) -> Int {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  /// The first 16 colors of the palette, as in xterm.
  static let named = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
    [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255],
    [0, 255, 255], [255, 255, 255],
  ]
}
