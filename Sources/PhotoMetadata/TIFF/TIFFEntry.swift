/// The value of an entry in a TIFF directory.
struct TIFFEntry {
  /// The form of the values.
  enum Form: Int {
    case byte = 1, ascii, short, long, rational, signedByte, undefined, signedShort, signedLong,
      signedRational
    /// The offset of a directory (Adobe PageMaker 6.0 TIFF Technical Notes, section 1).
    case directory = 13

    /// The size of a value in bytes.
    var size: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .directory: 4
      case .rational, .signedRational: 8
      }
    }
  }

  let form: Form
  let data: ArraySlice<UInt8>
  let isLittleEndian: Bool

  /// The integer, or the first of several; `nil` for other forms.
  var integer: Int? {
    switch form {
    case .byte, .short, .long, .directory: part(0, form.size)
    case .signedLong: part(0, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    case .signedShort: part(0, 2).map { Int(Int16(truncatingIfNeeded: $0)) }
    default: nil
    }
  }

  /// The number of values.
  var count: Int { data.count / form.size }

  /// Returns the first integers that have no sign; none for other forms.
  ///
  /// The entry of a hostile file has as many values as the file has bytes.
  ///
  /// - Parameter limit: The largest number of integers that are returned.
  func integers(atMost limit: Int) -> [Int] {
    guard [.byte, .short, .long, .directory].contains(form) else { return [] }
    return (0..<min(count, limit)).compactMap { part($0, form.size) }
  }

  /// The quotients; one without a denominator is not a number.
  var rationals: [Double] {
    guard form == .rational || form == .signedRational else { return [] }
    func signed(_ number: Int) -> Double {
      form == .signedRational ? Double(Int32(truncatingIfNeeded: number)) : Double(number)
    }
    return (0..<(data.count / 8)).map { index in
      guard let top = part(index * 2, 4), let bottom = part(index * 2 + 1, 4) else { return .nan }
      return signed(top) / signed(bottom)
    }
  }

  /// The text up to its first zero, trimmed; `nil` if it is empty.
  var text: String? {
    guard form == .ascii || form == .undefined || form == .byte else { return nil }
    return MetadataText.decoded(data.prefix { $0 != 0 })
  }

  /// The text in UTF-16 with the low byte first, as Windows writes it.
  var wideText: String? {
    let units = stride(from: data.startIndex, to: data.endIndex - 1, by: 2)
      .map { UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8 }
    return MetadataText.trimmed(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }

  private func part(_ index: Int, _ size: Int) -> Int? {
    let start = data.startIndex + index * size
    guard start + size <= data.endIndex else { return nil }
    return Self.number(data[start..<(start + size)], isLittleEndian)
  }

  static func number(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> Int {
    isLittleEndian
      ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
