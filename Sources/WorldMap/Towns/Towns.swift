/// The towns of the earth above a size, by their names and by their places.
public struct Towns: Sendable {
  /// A name of a town.
  struct Name: Sendable {
    /// The form in which it is compared.
    let key: String
    let text: String
    /// The index of the town.
    let town: Int
  }

  /// The towns, the largest first.
  let towns: [Town]
  /// The names of all towns, those of larger towns first.
  let names: [Name]
  /// The indices of the towns, from the south to the north.
  let northward: [Int]

  /// Creates a list without towns.
  public init() { self.init("") }

  /// Parses a list of towns; lines that are none are left out.
  ///
  /// - Parameter text: Lines of regions, an empty line, and lines of towns, the largest first. A region is the code of a
  ///   country and its names, or the code of a state, its names, and those of its country. A town is its names, the code of
  ///   its region, and its position as `GeoPoint.init(digits:)` reads it. Tabs separate these, and slashes names.
  public init(_ text: String) {
    var (regions, towns, names): ([Substring: TownRegion], [Town], [Name]) = ([:], [], [])
    var isRegion = true
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.isEmpty { isRegion = false }
      let fields = line.split(separator: UInt8(ascii: "\t"))
      if isRegion {
        guard let code = fields.first.map({ Substring($0) }) else { continue }
        regions[code] = TownRegion(code: code, names: fields.dropFirst().map(Self.names))
      } else if fields.count == 3, let region = regions[Substring(fields[1])],
        let point = GeoPoint(digits: fields[2])
      {
        let own = Self.names(fields[0]).map { String($0) }
        guard let name = own.first else { continue }
        names += own.map { Name(key: TownKey.make($0), text: $0, town: towns.count) }
        towns.append(Town(name: name, region: region, point: point))
      }
    }
    (self.towns, self.names) = (towns, names)
    northward = towns.indices.sorted { towns[$0].point.latitude < towns[$1].point.latitude }
  }

  private static func names(_ field: Substring.UTF8View) -> [Substring] {
    Substring(field).split(separator: "/")
  }
}

extension GeoPoint {
  /// Reads five digits to the base 64, of which the most significant is the first; `nil` for others.
  ///
  /// The digits are those of Base64: `A` to `Z`, `a` to `z`, `0` to `9`, `+` and `/`. The number is that of the row, times the
  /// 36,001 columns of a row, plus that of the column: hundredths of a degree, from the south and from the west.
  init?(digits: Substring.UTF8View) {
    guard digits.count == 5 else { return nil }
    var number = 0
    for byte in digits {
      guard let digit = Self.digit(byte) else { return nil }
      number = number << 6 | digit
    }
    let (row, column) = number.quotientAndRemainder(dividingBy: 36_001)
    self.init(latitude: Double(row - 9_000) / 100, longitude: Double(column - 18_000) / 100)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
