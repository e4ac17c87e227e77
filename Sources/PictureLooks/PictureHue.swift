/// A named color: a twelfth of the color circle.
public enum PictureHue: Int, CaseIterable, Sendable {
  /// The hue from 345° to 15°.
  case red = 1
  /// The hue around 30°.
  case orange
  /// The hue around 60°.
  case yellow
  /// The hue around 90°.
  case lime
  /// The hue around 120°.
  case green
  /// The hue around 150°.
  case mint
  /// The hue around 180°.
  case teal
  /// The hue around 210°.
  case azure
  /// The hue around 240°.
  case blue
  /// The hue around 270°.
  case violet
  /// The hue around 300°.
  case magenta
  /// The hue around 330°.
  case pink

  /// The name as it is written in a query.
  public var name: String { "\(self)" }

  /// Returns the hue with a name, whatever its case.
  public init?(name: String) {
    guard let hue = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = hue
  }

  /// Returns the hue of a color difference (ITU-R BT.601), and its distance from gray; `nil` for gray.
  static func of(blueDifference: Double, redDifference: Double) -> (hue: PictureHue, chroma: Double)? {
    let red = 1.402 * redDifference
    let green = -0.344 * blueDifference - 0.714 * redDifference
    let blue = 1.772 * blueDifference
    let (highest, lowest) = (max(red, green, blue), min(red, green, blue))
    let chroma = highest - lowest
    guard chroma > 0 else { return nil }
    let sixth =
      highest == red
      ? (green - blue) / chroma : highest == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
    let twelfth = Int((2 * sixth + 12).rounded()) % 12
    return PictureHue(rawValue: twelfth + 1).map { ($0, chroma) }
  }
}

extension PictureLook {
  /// The hue that takes most of the picture, weighted by its distance from gray; `nil` for a picture without color.
  public var hue: PictureHue? {
    guard !isGray else { return nil }
    var shares = [Double](repeating: 0, count: PictureHue.allCases.count)
    for row in 0..<8 {
      for column in 0..<8 {
        let (blue, red) = layout.colorDifferences(column: column, row: row)
        guard let (hue, chroma) = PictureHue.of(blueDifference: blue, redDifference: red) else { continue }
        shares[hue.rawValue - 1] += chroma
      }
    }
    guard let most = shares.indices.max(by: { shares[$0] < shares[$1] }), shares[most] > 0 else { return nil }
    return PictureHue(rawValue: most + 1)
  }
}
