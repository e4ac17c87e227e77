/// One pass over text with HTML in it.
struct MarkupStripper {
  private let input: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  init(_ text: String) {
    input = Array(text.utf8)
    output.reserveCapacity(input.count)
  }

  mutating func run() -> String {
    while position < input.count {
      switch input[position] {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: "&"): readEntity()
      default: keep()
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func keep() {
    output.append(input[position])
    position += 1
  }

  private mutating func readTag() {
    guard let end = endOfMarkup() else { return keep() }
    let name = input[(position + 1)..<end].drop { $0 == UInt8(ascii: "/") }.prefix(while: \.isLetterOrDigit)
    if Self.lineTags.contains(String(decoding: name, as: UTF8.self).lowercased()) {
      output.append(UInt8(ascii: "\n"))
    }
    position = end
  }

  /// The place behind the tag or comment that begins here; `nil` when none does.
  private func endOfMarkup() -> Int? {
    if input[position...].starts(with: "<!--".utf8) { return endOfComment() }
    let first = position + 1 < input.count ? input[position + 1] : 0
    let closes = first == UInt8(ascii: "/") && position + 2 < input.count && input[position + 2].isLetter
    guard first.isLetter || closes || first == UInt8(ascii: "!") else { return nil }
    var quote: UInt8?
    for index in (position + 1)..<input.count {
      let byte = input[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), input[index - 1] == UInt8(ascii: "=")
      {
        quote = byte
      }
    }
    return nil
  }

  private func endOfComment() -> Int? {
    var index = position + 4
    while index + 2 < input.count {
      if input[index] == UInt8(ascii: "-"), input[index...].starts(with: "-->".utf8) { return index + 3 }
      index += 1
    }
    return nil
  }

  private mutating func readEntity() {
    let name = input[(position + 1)...].prefix(HTMLEntity.longestName + 1)
    guard let end = name.firstIndex(of: UInt8(ascii: ";")),
      let scalar = HTMLEntity.scalar(String(decoding: name[..<end], as: UTF8.self))
    else { return keep() }
    output.append(contentsOf: String(scalar).utf8)
    position = end + 1
  }

  private static let lineTags: Set<String> = [
    "br", "p", "div", "li", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "hr", "pre",
  ]
}

extension UInt8 {
  var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  var isLetterOrDigit: Bool { isLetter || isDigit }
}
