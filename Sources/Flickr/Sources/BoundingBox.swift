/// A geographic area between two meridians and two parallels, in degrees.
public struct BoundingBox: Hashable, Sendable, CustomStringConvertible {
  /// The western edge, from -180.
  public let minLongitude: Double
  /// The southern edge, from -90.
  public let minLatitude: Double
  /// The eastern edge, to 180.
  public let maxLongitude: Double
  /// The northern edge, to 90.
  public let maxLatitude: Double

  /// The reason why a text is not a valid box.
  struct Fault: Error {
    let reason: String
  }

  /// Parses `minLon,minLat,maxLon,maxLat`.
  init(_ text: String) throws(Fault) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(PlainText.trimmed(String($0))) }
    guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
      throw Fault(reason: "a place is four numbers: minLon,minLat,maxLon,maxLat, such as 8.4,47.3,8.6,47.5")
    }
    (minLongitude, minLatitude) = (numbers[0], numbers[1])
    (maxLongitude, maxLatitude) = (numbers[2], numbers[3])
    try check()
  }

  private func check() throws(Fault) {
    guard [minLongitude, maxLongitude].allSatisfy({ abs($0) <= 180 }) else {
      throw Fault(reason: "longitudes, the first and the third number, lie between -180 and 180")
    }
    guard [minLatitude, maxLatitude].allSatisfy({ abs($0) <= 90 }) else {
      throw Fault(reason: "latitudes, the second and the fourth number, lie between -90 and 90")
    }
    guard minLongitude < maxLongitude, minLatitude < maxLatitude else {
      throw Fault(reason: "the south-western corner comes first, then the north-eastern one")
    }
  }

  /// The box as `minLon,minLat,maxLon,maxLat`.
  public var description: String {
    [minLongitude, minLatitude, maxLongitude, maxLatitude].map { number in
      let text = "\(number == 0 ? 0 : number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }.joined(separator: ",")
  }
}
