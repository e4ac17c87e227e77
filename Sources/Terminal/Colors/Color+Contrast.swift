internal import Glibc

extension Color {
  /// The ratio of the luminances of two colors, from 1 to 21 (WCAG 2.2); 1 if one of them is not known.
  ///
  /// The first 16 colors of the palette are taken for those of xterm, although users can change them.
  public func contrast(to other: Color) -> Double {
    guard let one = luminance, let two = other.luminance else { return 1 }
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Black or white, whichever can be read better on the color.
  public var readable: Color { isLight ? .palette(16) : .palette(231) }

  /// A Boolean value that indicates whether black can be read better on the color than white.
  var isLight: Bool { contrast(to: .palette(16)) > contrast(to: .palette(231)) }

  /// The relative luminance, from 0 to 1; `nil` for the terminal's own color.
  private var luminance: Double? {
    guard let components else { return nil }
    let linear = [components.x, components.y, components.z].map { component in
      let value = Double(component) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Red, green and blue; `nil` for the terminal's own color.
  private var components: SIMD3<Int>? {
    if let parts { return SIMD3(Int(parts.red), Int(parts.green), Int(parts.blue)) }
    guard self != .standard else { return nil }
    let number = Int(code)
    if number < 16 { return Self.named[number] }
    if number >= 232 { return SIMD3(repeating: 8 + 10 * (number - 232)) }
    let steps = number - 16
    return SIMD3(Self.level(steps / 36), Self.level(steps / 6 % 6), Self.level(steps % 6))
  }
}
