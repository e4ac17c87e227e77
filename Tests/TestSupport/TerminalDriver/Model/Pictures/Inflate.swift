/// A decompressor for zlib data (RFC 1950, 1951), without a check of the checksum.
struct Inflate {
  private let input: [UInt8]
  private var position: Int
  private var bits: UInt32 = 0
  private var count = 0
  private var output: [UInt8] = []

  /// Returns the decompressed bytes, or nil if the data is damaged.
  static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 2, bytes[0] & 15 == 8 else { return nil }
    var inflate = Inflate(input: bytes, position: 2)
    return inflate.run() ? inflate.output : nil
  }

  private init(input: [UInt8], position: Int) {
    self.input = input
    self.position = position
  }

  private mutating func take(_ wanted: Int) -> Int? {
    while count < wanted {
      guard position < input.count else { return nil }
      bits |= UInt32(input[position]) << UInt32(count)
      position += 1
      count += 8
    }
    defer {
      bits >>= UInt32(wanted)
      count -= wanted
    }
    return Int(bits & (1 << UInt32(wanted) - 1))
  }

  private mutating func run() -> Bool {
    while true {
      guard let isLast = take(1), let kind = take(2) else { return false }
      let isFine =
        switch kind {
        case 0: stored()
        case 1: compressed(Code(Self.fixedLengths), Code(Array(repeating: 5, count: 30)))
        case 2: dynamic()
        default: false
        }
      guard isFine else { return false }
      if isLast == 1 { return true }
    }
  }

  private mutating func stored() -> Bool {
    bits = 0
    count = 0
    guard position + 4 <= input.count else { return false }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    position += 4
    guard position + length <= input.count else { return false }
    output += input[position..<position + length]
    position += length
    return true
  }

  private mutating func compressed(_ literals: Code, _ distances: Code) -> Bool {
    while let symbol = next(literals), symbol < 286 {
      if symbol == 256 { return true }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let (base, extra) = Self.lengths[symbol - 257]
      guard let more = take(extra), let code = next(distances), code < 30 else { return false }
      let (start, farther) = Self.distances[code]
      guard let offset = take(farther), start + offset <= output.count else { return false }
      for _ in 0..<base + more { output.append(output[output.count - start - offset]) }
    }
    return false
  }

  private mutating func dynamic() -> Bool {
    guard let literals = take(5), let distances = take(5), let codes = take(4) else { return false }
    var lengths = Array(repeating: 0, count: 19)
    for index in 0..<codes + 4 {
      guard let length = take(3) else { return false }
      lengths[Self.order[index]] = length
    }
    let code = Code(lengths)
    var all: [Int] = []
    while all.count < literals + distances + 258 {
      guard let symbol = next(code) else { return false }
      switch symbol {
      case 0..<16: all.append(symbol)
      case 16:
        guard let last = all.last, let more = take(2) else { return false }
        all += Array(repeating: last, count: more + 3)
      default:
        guard let more = take(symbol == 17 ? 3 : 7) else { return false }
        all += Array(repeating: 0, count: more + (symbol == 17 ? 3 : 11))
      }
    }
    return compressed(Code(Array(all[..<(literals + 257)])), Code(Array(all[(literals + 257)...])))
  }

  private mutating func next(_ code: Code) -> Int? {
    var word = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      word |= bit
      let here = code.counts[length]
      if word - first < here { return code.symbols[index + word - first] }
      index += here
      first = (first + here) << 1
      word <<= 1
    }
    return nil
  }

  /// A canonical Huffman code: the number of codes of each length, and their symbols in order.
  private struct Code {
    var counts = Array(repeating: 0, count: 16)
    let symbols: [Int]

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private static let fixedLengths =
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
    + Array(repeating: 8, count: 8)
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengths = ranges(count: 28, from: 3, plain: 8, step: 4) + [(258, 0)]
  private static let distances = ranges(count: 30, from: 1, plain: 4, step: 2)

  /// Returns the base value and the number of extra bits of each length or distance code.
  private static func ranges(count: Int, from start: Int, plain: Int, step: Int) -> [(Int, Int)] {
    var ranges: [(Int, Int)] = []
    var base = start
    for code in 0..<count {
      let bits = code < plain ? 0 : code / step - 1
      ranges.append((base, bits))
      base += 1 << bits
    }
    return ranges
  }
}
