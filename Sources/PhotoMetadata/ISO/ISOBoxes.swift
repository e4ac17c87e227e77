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

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Creates the sequence of the boxes in a part of a file.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Returns the next box; `nil` at the end.
  public mutating func next() -> Box? {
    let left = bytes.endIndex - position
    guard left >= 8 else { return nil }
    let kind = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
    var (header, length) = (8, bytes[position..<(position + 4)].bigEndianValue)
    switch length {
    // The last box reaches to the end of the file.
    case 0: length = left
    case 1:
      guard left >= 16 else { return nil }
      (header, length) = (16, bytes[(position + 8)..<(position + 16)].bigEndianValue)
    default: break
    }
    guard length >= header else { return nil }
    let start = position + header
    let end = position + Swift.min(left, length)
    position = end
    return Box(kind: kind, data: bytes[start..<end])
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
