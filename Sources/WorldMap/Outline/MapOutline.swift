/// The lines of a map: coasts and borders.
public struct MapOutline: Sendable {
  /// The meaning of a line.
  public enum Kind: Hashable, Sendable {
    /// Between land and water.
    case coast
    /// Between countries.
    case border
  }

  /// A line of at least two points.
  struct Line: Sendable {
    let kind: Kind
    let points: [GeoPoint]
  }

  /// The reason why a text is no outline.
  public struct Fault: Error, Hashable, CustomStringConvertible {
    /// The line of the text, from 1.
    public let line: Int
    /// The fault in words.
    public var description: String { "line \(line) is no line of points" }
  }

  let lines: [Line]

  /// Creates an outline without lines.
  public init() { lines = [] }

  /// Parses an outline.
  ///
  /// - Parameter text: Lines of a word, `coast` or `border`, and of numbers: longitude and latitude of the first point in
  ///   hundredths of a degree, and for each further point the differences from the one before.
  /// - Throws: ``Fault``.
  public init(_ text: String) throws(Fault) {
    var lines: [Line] = []
    for (number, row) in zip(1..., text.utf8.split(separator: UInt8(ascii: "\n"))) {
      guard let line = Line(row) else { throw Fault(line: number) }
      lines.append(line)
    }
    self.lines = lines
  }
}

extension MapOutline.Line {
  fileprivate init?(_ row: Substring.UTF8View) {
    let words = row.split(separator: UInt8(ascii: " "))
    switch words.first.flatMap({ String($0) }) {
    case "coast": kind = .coast
    case "border": kind = .border
    default: return nil
    }
    let numbers = words.dropFirst().compactMap { Int(Substring($0)) }
    guard numbers.count == words.count - 1, numbers.count >= 4, numbers.count.isMultiple(of: 2) else {
      return nil
    }
    var (x, y) = (0, 0)
    var points: [GeoPoint] = []
    for index in stride(from: 0, to: numbers.count, by: 2) {
      let (newX, newY) = (
        x.addingReportingOverflow(numbers[index]), y.addingReportingOverflow(numbers[index + 1])
      )
      guard !newX.overflow, !newY.overflow else { return nil }
      (x, y) = (newX.partialValue, newY.partialValue)
      guard let point = GeoPoint(latitude: Double(y) / 100, longitude: Double(x) / 100) else { return nil }
      points.append(point)
    }
    self.points = points
  }
}
