package import Foundation

/// Reads XML 1.0 in UTF-8, one tag or text after the other.
///
/// Strict, and less than XML: document types are refused, or passed over if they only name one, hence there are no
/// entities but the five that every document has. That keeps out what a hostile file could do with them, and
/// Foundation's parser, which would link libxml2 into every program. Elements are matched here; what they mean is
/// the caller's affair.
package struct XMLScanner {
  /// A parsing event.
  package enum Event: Hashable {
    /// An element begins.
    case start(name: String, attributes: [String: String])
    /// The element that began last ends.
    case end(name: String)
    /// Text within an element, comments taken out.
    case text(String)
    /// The document ends.
    case finished
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The offset of the tag that the last event came from, in bytes.
  package private(set) var eventStart = 0
  private var open: [String] = []
  /// The name of an element that ended with its start tag.
  private var emptied: String?
  private var hasRoot = false
  private let passesDocumentType: Bool

  /// Begins to read; bytes that are not UTF-8 are refused.
  package init(_ data: Data, passesDocumentType: Bool = false) throws(XMLError) {
    self.passesDocumentType = passesDocumentType
    guard String(validating: data, as: UTF8.self) != nil else {
      throw XMLError(line: 1, reason: "something is not UTF-8")
    }
    bytes = Array(data)
    if starts(with: "\u{FEFF}") { position = 3 }
  }

  /// The offset behind what was read, in bytes.
  package var offset: Int { position }

  /// The error, with the line that is being read.
  package func error(_ reason: String) -> XMLError {
    XMLError(line: 1 + bytes[..<position].count { $0 == 0x0A }, reason: reason)
  }

  /// Returns the next event.
  package mutating func next() throws(XMLError) -> Event {
    if let name = emptied {
      emptied = nil
      return .end(name: name)
    }
    let text = try text()
    if !text.isEmpty { return .text(text) }
    guard position < bytes.count else {
      guard open.isEmpty, hasRoot else { throw error("the file ends too early") }
      return .finished
    }
    eventStart = position
    return starts(with: "</") ? try endTag() : try startTag()
  }

  // MARK: - Tags

  private mutating func startTag() throws(XMLError) -> Event {
    position += 1
    let name = try name()
    guard !open.isEmpty || !hasRoot else { throw error("there is a second outermost element") }
    hasRoot = true
    var attributes: [String: String] = [:]
    while true {
      let hasSpace = skipSpace()
      if skip("/>") {
        emptied = name
        return .start(name: name, attributes: attributes)
      }
      if skip(">") {
        open.append(name)
        return .start(name: name, attributes: attributes)
      }
      guard hasSpace else { throw error("the tag <\(name)> is not well formed") }
      let (key, value) = try attribute()
      guard attributes.updateValue(value, forKey: key) == nil else { throw error("\(key) is there twice") }
    }
  }

  private mutating func attribute() throws(XMLError) -> (String, String) {
    let key = try name()
    skipSpace()
    guard skip("=") else { throw error("\(key) has no value") }
    skipSpace()
    guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
      throw error("the value of \(key) is not in quotes")
    }
    let quote = bytes[position]
    position += 1
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case 0x3C: throw error("the value of \(key) holds a <")
      case 0x26: value += try reference()
      // White space of every kind is a space there (XML 1.0, section 3.3.3), and the end of a line is one.
      case 0x09, 0x0A, 0x0D:
        _ = try character()
        value.append(0x20)
      default: value.append(try character())
      }
    }
    guard position < bytes.count else { throw error("the value of \(key) does not end") }
    position += 1
    return (key, String(decoding: value, as: UTF8.self))
  }

  private mutating func endTag() throws(XMLError) -> Event {
    position += 2
    let name = try name()
    skipSpace()
    guard skip(">"), open.popLast() == name else { throw error("</\(name)> ends nothing") }
    return .end(name: name)
  }

  private mutating func name() throws(XMLError) -> String {
    let start = position
    while position < bytes.count, Self.isInName(bytes[position]) { position += 1 }
    guard position > start else { throw error("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
    default: false
    }
  }

  // MARK: - Text

  /// Text up to the next tag; outside of elements there is only white space, which is left out.
  private mutating func text() throws(XMLError) -> String {
    var text: [UInt8] = []
    reading: while position < bytes.count {
      switch bytes[position] {
      case 0x3C:
        if try skipRemark() { continue }
        guard skip("<![CDATA[") else { break reading }
        text += try upTo("]]>", "a CDATA section")
      case 0x26: text += try reference()
      case ..<0x20: text.append(try character())
      default:
        let start = position
        position = bytes[position...].firstIndex { $0 < 0x20 || $0 == 0x3C || $0 == 0x26 } ?? bytes.count
        text += bytes[start..<position]
      }
    }
    guard open.isEmpty else { return String(decoding: text, as: UTF8.self) }
    guard text.allSatisfy(Self.isSpace) else { throw error("there is text outside of all elements") }
    return ""
  }

  /// One byte of a character that may be there; a line's end in any form is one line feed (XML 1.0, section 2.11).
  private mutating func character() throws(XMLError) -> UInt8 {
    let byte = bytes[position]
    guard byte >= 0x20 || Self.isSpace(byte) else { throw error("there is a control character") }
    position += 1
    guard byte == 0x0D else { return byte }
    if position < bytes.count, bytes[position] == 0x0A { position += 1 }
    return 0x0A
  }

  /// A character that is written as `&…;`.
  private mutating func reference() throws(XMLError) -> [UInt8] {
    guard let end = bytes[position...].prefix(16).firstIndex(of: 0x3B) else {
      throw error("an & stands alone")
    }
    let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
    guard let scalar = Self.scalar(name) else { throw error("&\(name); is unknown") }
    position = end + 1
    return Array(String(scalar).utf8)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let scalar = XMLText.scalar(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      return scalar.flatMap { XMLText.isAllowed($0) ? $0 : nil }
    }
  }

  // MARK: - What is passed over

  /// Passes over a comment or processing instruction.
  private mutating func skipRemark() throws(XMLError) -> Bool {
    if skip("<!--") {
      _ = try upTo("-->", "a comment")
    } else if skip("<?") {
      _ = try upTo("?>", "an instruction")
    } else if passesDocumentType, !hasRoot, skip("<!DOCTYPE ") {
      let type = try upTo(">", "a document type")
      guard !type.contains(0x5B) else { throw error("document types with declarations are not read") }
    } else if !starts(with: "<![CDATA["), starts(with: "<!") {
      throw error("document types are not read")
    } else {
      return false
    }
    return true
  }

  private mutating func upTo(_ mark: String, _ what: String) throws(XMLError) -> [UInt8] {
    var passed: [UInt8] = []
    while position < bytes.count {
      if skip(mark) { return passed }
      passed.append(try character())
    }
    throw error("\(what) does not end")
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func starts(with mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }

  private mutating func skip(_ mark: String) -> Bool {
    guard starts(with: mark) else { return false }
    position += mark.utf8.count
    return true
  }
}
