internal import Foundation

/// The coarse distribution of light and color in a picture: low frequencies of 8x8 means.
///
/// The idea is that of the Color Layout Descriptor of MPEG-7 (ISO/IEC 15938-3): a cosine transform of the means, of which the
/// first coefficients in zigzag order are kept, six of luma and three of each color difference.
public struct ColorLayout: Hashable, Sendable {
  /// The number of bytes of a layout.
  public static let byteCount = 12

  /// The coefficients and four zeros: an array would be an allocation for each of a million looks.
  private var values = SIMD16<Int8>()

  /// The coefficients, six of luma, three of blue difference and three of red difference, each with its mean first.
  public var coefficients: [Int8] { (0..<Self.byteCount).map { values[$0] } }

  /// Creates a layout of its coefficients; `nil` unless there are twelve.
  public init?(coefficients: some Collection<Int8>) {
    guard coefficients.count == Self.byteCount else { return nil }
    for (place, value) in coefficients.enumerated() { values[place] = value }
  }

  /// Creates the layout of three planes of 8x8 means: luma from 0 to 255, color differences around 0.
  init(luma: [Double], blue: [Double], red: [Double]) {
    let coefficients =
      Self.transform(luma.map { $0 - 128 }, count: 6) + Self.transform(blue, count: 3)
      + Self.transform(red, count: 3)
    for (place, value) in coefficients.enumerated() { values[place] = value }
  }

  /// Returns the distance of the luma coefficients without the mean, which changes with the exposure.
  public func lumaDistance(to other: ColorLayout) -> Int {
    distance(to: other, in: 1..<6)
  }

  /// Returns the distance of the color coefficients, with their means.
  public func colorDistance(to other: ColorLayout) -> Int {
    distance(to: other, in: 6..<12)
  }

  private func distance(to other: ColorLayout, in range: Range<Int>) -> Int {
    range.reduce(0) { $0 + abs(Int(values[$1]) - Int(other.values[$1])) }
  }

  /// Returns the color differences at a place of the 8x8 means, as far as the coefficients have them.
  func colorDifferences(column: Int, row: Int) -> (blue: Double, red: Double) {
    // The squares of a cosine sum up to half of the places, so that all but the means count twice.
    let (across, down) = (2 * Self.cosines[1][column], 2 * Self.cosines[1][row])
    func value(_ first: Int) -> Double {
      Double(values[first]) + across * Double(values[first + 1]) + down * Double(values[first + 2])
    }
    return (value(6), value(9))
  }

  /// The first places in zigzag order, as column and row.
  private static let zigzag = [(0, 0), (1, 0), (0, 1), (0, 2), (1, 1), (2, 0)]

  /// The cosines of the three lowest frequencies at eight places.
  private static let cosines = (0..<3).map { frequency in
    (0..<8).map { place in cos(Double(frequency * (2 * place + 1)) * .pi / 16) }
  }

  /// The first coefficients of a plane, scaled so that an even plane of value *v* gives *v* and nothing else.
  private static func transform(_ plane: [Double], count: Int) -> [Int8] {
    zigzag.prefix(count).map { column, row in
      var sum = 0.0
      for y in 0..<8 {
        for x in 0..<8 { sum += plane[8 * y + x] * cosines[column][x] * cosines[row][y] }
      }
      return Int8(max(-128, min(127, (sum / 64).rounded())))
    }
  }
}
