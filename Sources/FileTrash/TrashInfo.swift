import Glibc

/// The description of a file in a trash (The FreeDesktop.org Trash specification 1.0, “Contents of a trash directory”).
struct TrashInfo {
  /// The path of the file, relative to the top of the file system unless the trash is the user's own.
  let path: String
  /// The time of the deletion, in the user's time zone.
  let date: tm

  /// The content of the file with the description.
  var text: String {
    let fields = [
      (Int(date.tm_year) + 1900, 4, "-"), (Int(date.tm_mon) + 1, 2, "-"), (Int(date.tm_mday), 2, "T"),
      (Int(date.tm_hour), 2, ":"), (Int(date.tm_min), 2, ":"), (Int(date.tm_sec), 2, ""),
    ]
    let time = fields.map { number, width, end in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits + end
    }.joined()
    return "[Trash Info]\nPath=\(Self.encoded(path))\nDeletionDate=\(time)\n"
  }

  /// Returns a path with percent signs and codes for all bytes but those that a URL can have there (RFC 2396, 2.3).
  static func encoded(_ path: String) -> String {
    var result = ""
    let digits = Array("0123456789ABCDEF")
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return result
  }

  /// Returns the bytes of the path in the content of a file with a description; `nil` if there is none.
  static func path(in content: [UInt8]) -> [UInt8]? {
    let key = "Path="
    let lines = content.split(separator: UInt8(ascii: "\n"))
    return lines.first { $0.starts(with: key.utf8) }.map { decoded($0.dropFirst(key.utf8.count)) }
  }

  /// Returns bytes with those for which codes stand: programs differ in the bytes for which they write codes.
  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
