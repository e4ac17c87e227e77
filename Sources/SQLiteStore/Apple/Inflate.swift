/// The decompression of deflated bytes without a header (RFC 1951), as in `Z_MODELCACHE`.
///
/// It replaces a dependency on zlib for one small value of a file. The bytes are untrusted: every read is checked, and the
/// result is limited.
struct Inflate {
  private let bytes: [UInt8]
  private let limit: Int
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Returns the decompressed bytes; `nil` if they are malformed or more than `limit`.
  ///
  /// - Complexity: O(*n*) in the number of decompressed bytes.
  static func bytes(of deflated: [UInt8], limit: Int) -> [UInt8]? {
    var inflate = Inflate(deflated, limit: limit)
    while true {
      guard let isLast = inflate.consume(1), let kind = inflate.consume(2) else { return nil }
      let isValid =
        switch kind {
        case 0: inflate.copyStored()
        case 1: inflate.decode(Self.fixedLengths, Self.fixedDistances)
        case 2: inflate.decodeDynamic()
        default: false
        }
      guard isValid else { return nil }
      if isLast == 1 { return inflate.output }
    }
  }

  private init(_ bytes: [UInt8], limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

  // MARK: Bits

  /// Consumes up to 16 bits, the lowest first.
  private mutating func consume(_ count: Int) -> Int? {
    while bitCount < count {
      guard position < bytes.count else { return nil }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= UInt32(count)
      bitCount -= count
    }
    return Int(bits & (1 << UInt32(count) - 1))
  }

  // MARK: Codes

  /// A Huffman code: the number of codes of each length, and the symbols in the order of their codes (RFC 1951, 3.2.2).
  private struct Code {
    let counts: [Int]
    let symbols: [Int]

    init(lengths: [Int]) {
      var counts = [Int](repeating: 0, count: 16)
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      self.counts = counts
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private static let fixedLengths = Code(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30))

  /// Consumes a symbol, whose code begins with the highest bit.
  private mutating func symbol(_ code: Code) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1..<16 {
      guard let bit = consume(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - first < count {
        let place = index + value - first
        return code.symbols.indices.contains(place) ? code.symbols[place] : nil
      }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  // MARK: Blocks

  private mutating func copyStored() -> Bool {
    (bits, bitCount) = (0, 0)
    guard position + 4 <= bytes.count else { return false }
    let length = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    let complement = Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8
    position += 4
    guard length == ~complement & 0xFFFF, position + length <= bytes.count, output.count + length <= limit
    else {
      return false
    }
    output += bytes[position..<position + length]
    position += length
    return true
  }

  /// The order in which the lengths of the codes for lengths are given (RFC 1951, 3.2.7).
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func decodeDynamic() -> Bool {
    guard let literals = consume(5), let distances = consume(5), let codes = consume(4), literals < 30 else {
      return false
    }
    var ofCodes = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(codes + 4) {
      guard let length = consume(3) else { return false }
      ofCodes[place] = length
    }
    let code = Code(lengths: ofCodes)
    let count = literals + 257 + distances + 1
    var lengths: [Int] = []
    while lengths.count < count {
      guard let symbol = symbol(code) else { return false }
      guard symbol >= 16 else {
        lengths.append(symbol)
        continue
      }
      let (width, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
      guard let more = consume(width), symbol != 16 || !lengths.isEmpty, lengths.count + least + more <= count
      else { return false }
      let repeated = symbol == 16 ? lengths[lengths.count - 1] : 0
      lengths += [Int](repeating: repeated, count: least + more)
    }
    return decode(
      Code(lengths: Array(lengths.prefix(literals + 257))),
      Code(lengths: Array(lengths.suffix(distances + 1))))
  }

  /// The least lengths and distances of their symbols, and the numbers of bits that follow (RFC 1951, 3.2.5).
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]

  private mutating func decode(_ lengths: Code, _ distances: Code) -> Bool {
    while let symbol = symbol(lengths) {
      if symbol == 256 { return true }
      if symbol < 256 {
        guard output.count < limit else { return false }
        output.append(UInt8(symbol))
      } else {
        guard copy(symbol - 257, distances) else { return false }
      }
    }
    return false
  }

  /// Copies bytes from the output, the last ones of which may repeat.
  private mutating func copy(_ lengthSymbol: Int, _ distances: Code) -> Bool {
    guard Self.lengthBases.indices.contains(lengthSymbol), let more = consume(Self.lengthBits[lengthSymbol]),
      let place = symbol(distances), Self.distanceBases.indices.contains(place),
      let further = consume(Self.distanceBits[place])
    else { return false }
    let (length, distance) = (Self.lengthBases[lengthSymbol] + more, Self.distanceBases[place] + further)
    guard distance <= output.count, output.count + length <= limit else { return false }
    for _ in 0..<length { output.append(output[output.count - distance]) }
    return true
  }
}
