/// What is wrong with a text that should be JSON.
enum JSONFault: Error {
  /// It ends where more must follow.
  case cutOff
  /// It breaks the grammar, or is nested too deeply.
  case syntax(at: Int)
  /// A list goes on beyond any that Flickr sends.
  case tooManyPhotos
}

/// A pass over JSON that makes values of what is asked for and only checks the rest.
///
/// Foundation's decoders make objects of everything first, which costs most of their time; a page holds twice
/// as much as we read. The grammar is that of RFC 8259 with two allowances: the escape `\'`, which Flickr's feeds hold,
/// and control characters within strings.
///
/// Every read is behind a check against `count`. The bytes must outlive the scanner.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  /// Whether the innermost object or array has just been entered: no comma is due.
  private var isFirst = false
  private var depth = 0

  /// Flickr nests six levels; the bound keeps hostile text from exhausting the stack.
  private static let deepest = 64

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// The next byte that is no white space, without taking it; `nil` at the end.
  @inline(__always)
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// The next byte that is no white space, without taking it.
  @inline(__always)
  mutating func next() throws(JSONFault) -> UInt8 {
    guard let byte = peek() else { throw .cutOff }
    return byte
  }

  @inline(__always)
  mutating func take(_ expected: UInt8) throws(JSONFault) {
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
    try take(bracket)
    guard depth < Self.deepest else { throw .syntax(at: position - 1) }
    depth += 1
    isFirst = true
  }

  /// The name of the next member of the object, as it is written; `nil` when the object ends.
  ///
  /// Its value must be read.
  mutating func nextName() throws(JSONFault) -> Range<Int>? {
    guard try nextItem(before: UInt8(ascii: "}")) else { return nil }
    guard try next() == UInt8(ascii: "\"") else { throw .syntax(at: position) }
    let name = try scanString().range
    try take(UInt8(ascii: ":"))
    return name
  }

  /// Whether the array has another element, which must be read.
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
      try take(UInt8(ascii: ","))
      // A comma promises an item.
      if try next() == end { throw .syntax(at: position) }
    }
    isFirst = false
    return true
  }

  /// Checks the next value and drops it.
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
