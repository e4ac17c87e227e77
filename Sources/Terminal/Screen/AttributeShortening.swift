/// Shortens the strings by which ncurses changes attributes, where the entry of the terminal makes them longer than necessary.
///
/// The entries of xterm select ASCII with every change, for terminals that were left in line drawing, and reset all attributes
/// before they set some: `ESC ( B ESC [ 0 ; 2 m` for faint text. The screen draws no lines in that way.
enum AttributeShortening {
  /// The string that such an entry has for plain text (`sgr0`).
  static let plain = "\u{1b}(B\u{1b}[m"

  private static let ascii = Array("\u{1b}(B".utf8)
  private static let normal = Array("\u{1b}[m".utf8)
  private static let reset = Array("\u{1b}[0;".utf8)
  private static let begin = Array("\u{1b}[".utf8)

  /// Returns the output of ncurses for a frame without what has no effect.
  ///
  /// - Precondition: The terminal is in ASCII, and in no attributes and colors when it gets the first byte.
  static func shortened(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isNormal = true
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1b) {
      result += rest[..<escape]
      rest = rest[escape...]
      if rest.starts(with: ascii) {
        rest = rest.dropFirst(ascii.count)
      } else if let sequence = attributes(atStartOf: rest) {
        if isNormal, sequence.starts(with: reset) {
          result += begin + sequence.dropFirst(reset.count)
        } else {
          result += sequence
        }
        isNormal = sequence.elementsEqual(normal)
        rest = rest[sequence.endIndex...]
      } else {
        result.append(0x1b)
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Returns the sequence that sets attributes and colors (SGR), if the bytes begin with one.
  private static func attributes(atStartOf bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.starts(with: begin) else { return nil }
    let fields = bytes.dropFirst(begin.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }
    guard fields.endIndex < bytes.endIndex, bytes[fields.endIndex] == UInt8(ascii: "m") else { return nil }
    return bytes[bytes.startIndex...fields.endIndex]
  }
}
