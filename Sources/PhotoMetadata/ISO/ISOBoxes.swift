/// The boxes of an ISO base media file, or of a box in it (ISO 14496-12, section 4.2).
///
/// Lengths are untrusted: what lies outside the bytes is not read.
public struct ISOBoxes: Sequence, IteratorProtocol {
  /// A box.
  public struct Box: Hashable, Sendable {
    /// The four characters that say what the box contains; a longer kind is `uuid` with its 16 bytes before the contents.
    public let kind: String
    /// The contents, as far as the file has them.
    public let data: ArraySlice<UInt8>
  }

  /// The beginning of a box.
  struct Header {
    /// The kind of the box.
    let kind: String
    /// The number of bytes before the contents.
    let count: Int
    /// The number of bytes of the whole box; `nil` for the last one, which reaches to the end of the file.
    let length: Int?

    /// The largest number of bytes before the contents.
    static let largest = 16

    /// Reads the bytes at the beginning of a box; `nil` if they are too few or damaged.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= 8 else { return nil }
      kind = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
      switch bytes.prefix(4).bigEndianValue {
      case 0: (count, length) = (8, nil)
      case 1:
        guard bytes.count >= 16 else { return nil }
        (count, length) = (16, bytes.dropFirst(8).prefix(8).bigEndianValue)
      case let short: (count, length) = (8, short)
      }
      if let length, length < count { return nil }
    }
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Creates the sequence of the boxes in a part of a file.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Returns the next box; `nil` at the end.
  public mutating func next() -> Box? {
    let rest = bytes[position...]
    guard let header = Header(rest) else { return nil }
    let start = position + header.count
    position += Swift.min(rest.count, header.length ?? .max)
    return Box(kind: header.kind, data: bytes[start..<position])
  }

  /// Returns the contents of the first box of a kind.
  func first(_ kind: String) -> ArraySlice<UInt8>? { first { $0.kind == kind }?.data }
}

extension ArraySlice<UInt8> {
  /// The value of up to eight bytes, the high one first; `Int.max` for one that is larger.
  var bigEndianValue: Int {
    let value = reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value) ?? .max
  }
}
