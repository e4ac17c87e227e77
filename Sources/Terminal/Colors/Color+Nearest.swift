extension Color {
  /// Returns the color of a palette of `count` that is nearest to one given by its parts; others are returned unchanged.
  public func nearest(ofPalette count: Int) -> Color {
    guard let (red, green, blue) = parts else { return self }
    let parts = SIMD3(Int(red), Int(green), Int(blue))
    if count >= 256 { return .palette(Self.nearest256(parts)) }
    let candidates = Self.named.prefix(count >= 16 ? 16 : 8)
    let nearest = candidates.indices.min {
      Self.distance(candidates[$0], parts) < Self.distance(candidates[$1], parts)
    }
    return nearest.map { .palette(UInt8($0)) } ?? .standard
  }

  /// Of the cube and the grays: the first sixteen are as the user likes them.
  private static func nearest256(_ parts: SIMD3<Int>) -> UInt8 {
    let steps = SIMD3(step(parts.x), step(parts.y), step(parts.z))
    let cube = SIMD3(level(steps.x), level(steps.y), level(steps.z))
    let gray = min(max((parts.wrappedSum() / 3 - 3) / 10, 0), 23)
    if distance(SIMD3(repeating: 8 + 10 * gray), parts) < distance(cube, parts) { return UInt8(232 + gray) }
    return UInt8(16 + 36 * steps.x + 6 * steps.y + steps.z)
  }

  /// Returns the step of the cube that is nearest to a part of a color.
  private static func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }

  /// Returns the part of a color at a step of the cube.
  static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

  private static func distance(_ one: SIMD3<Int>, _ other: SIMD3<Int>) -> Int {
    let difference = one &- other
    return (difference &* difference).wrappedSum()
  }

  /// The first 16 colors of the palette, as in xterm.
  static let named: [SIMD3<Int>] = [
    SIMD3(0, 0, 0), SIMD3(205, 0, 0), SIMD3(0, 205, 0), SIMD3(205, 205, 0),
    SIMD3(0, 0, 238), SIMD3(205, 0, 205), SIMD3(0, 205, 205), SIMD3(229, 229, 229),
    SIMD3(127, 127, 127), SIMD3(255, 0, 0), SIMD3(0, 255, 0), SIMD3(255, 255, 0),
    SIMD3(92, 92, 255), SIMD3(255, 0, 255), SIMD3(0, 255, 255), SIMD3(255, 255, 255),
  ]
}
