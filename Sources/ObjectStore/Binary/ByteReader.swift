internal import Foundation

/// A reader of the bytes of a ``ByteWriter``, which throws for invalid bytes and never reads beyond the end.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: Data) { self.bytes = Array(bytes) }

  /// The number of remaining bytes.
  var count: Int { bytes.count - position }

  mutating func byte() throws(AtomicStoreFormatError) -> UInt8 {
    guard count > 0 else { throw .tooShort }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() throws(AtomicStoreFormatError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || bits < 2 else { break }
      number |= bits << shift
      if byte & 0x80 == 0 { return number }
    }
    throw .damaged(reason: "a number is too long")
  }

  mutating func signed() throws(AtomicStoreFormatError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func fixed() throws(AtomicStoreFormatError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { number |= UInt64(try byte()) << shift }
    return number
  }

  /// The number of things that follow, each of at least one byte.
  mutating func length() throws(AtomicStoreFormatError) -> Int {
    let length = try number()
    guard length <= UInt64(count) else { throw .tooShort }
    return Int(length)
  }

  mutating func raw(_ length: Int) throws(AtomicStoreFormatError) -> Data {
    guard length <= count else { throw .tooShort }
    defer { position += length }
    return Data(bytes[position..<position + length])
  }

  mutating func data() throws(AtomicStoreFormatError) -> Data { try raw(try length()) }

  mutating func text() throws(AtomicStoreFormatError) -> String {
    guard let text = String(validating: try data(), as: UTF8.self) else {
      throw .damaged(reason: "a text is not UTF-8")
    }
    return text
  }
}

extension AtomicStoreFormatError {
  fileprivate static var tooShort: AtomicStoreFormatError { .damaged(reason: "it ends too early") }
}
