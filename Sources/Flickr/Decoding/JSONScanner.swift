/// A JSON scanner that decodes the requested values and only validates the rest.
///
/// Foundation's decoders create objects of everything first, which costs most of their time; a page
/// contains twice as much as is needed. The grammar is that of RFC 8259 with two extensions: the escape
/// `\'`, which Flickr's feeds contain, and control characters within strings.
///
/// Every read is preceded by a check against `count`.
///
/// - Precondition: The bytes outlive the scanner.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  /// A Boolean value that indicates whether the innermost object or array was just entered, so that no
  /// comma is expected.
  private var isFirst = false
  private var depth = 0

  /// Flickr nests six levels; the limit prevents a stack overflow from malicious text.
  private static let deepest = 64

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// Returns the next byte that is not white space, without consuming it; `nil` at the end.
  @inline(__always)
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Returns the next byte that is not white space, without consuming it.
  @inline(__always)
  mutating func next() throws(JSONFault) -> UInt8 {
    guard let byte = peek() else { throw .cutOff }
    return byte
  }

  @inline(__always)
  mutating func expect(_ expected: UInt8) throws(JSONFault) {
    guard try next() == expected else { throw .syntax(at: position) }
    position += 1
  }

  mutating func enterObject() throws(JSONFault) {
    try enter(UInt8(ascii: "{"))
  }

  mutating func enterArray() throws(JSONFault) {
    try enter(UInt8(ascii: "["))
  }

  private mutating func enter(_ bracket: UInt8) throws(JSONFault) {
    try expect(bracket)
    guard depth < Self.deepest else { throw .syntax(at: position - 1) }
    depth += 1
    isFirst = true
  }

  /// Returns the source text of the next member name of the object; `nil` at the end of the object.
  ///
  /// The caller must then read its value.
  mutating func nextName() throws(JSONFault) -> Range<Int>? {
    guard try nextItem(before: UInt8(ascii: "}")) else { return nil }
    guard try next() == UInt8(ascii: "\"") else { throw .syntax(at: position) }
    let name = try scanString().range
    try expect(UInt8(ascii: ":"))
    return name
  }

  /// Returns whether the array has another element, which the caller must then read.
  mutating func nextElement() throws(JSONFault) -> Bool {
    try nextItem(before: UInt8(ascii: "]"))
  }

  @inline(__always)
  private mutating func nextItem(before end: UInt8) throws(JSONFault) -> Bool {
    if try next() == end {
      position += 1
      depth -= 1
      isFirst = false
      return false
    }
    if !isFirst {
      try expect(UInt8(ascii: ","))
      // An item must follow a comma.
      if try next() == end { throw .syntax(at: position) }
    }
    isFirst = false
    return true
  }

  /// Validates and skips the next value.
  mutating func skip() throws(JSONFault) {
    switch try next() {
    case UInt8(ascii: "{"):
      try enterObject()
      while try nextName() != nil { try skip() }
    case UInt8(ascii: "["):
      try enterArray()
      while try nextElement() { try skip() }
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: _ = try scanNumber()
    }
  }

  private mutating func literal(_ word: StaticString) throws(JSONFault) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < count else { throw .cutOff }
      guard bytes[position] == word.utf8Start[index] else { throw .syntax(at: position) }
      position += 1
    }
  }
}
