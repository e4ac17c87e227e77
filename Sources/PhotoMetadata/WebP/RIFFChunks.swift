/// The chunks of a WebP file, or of a frame in it (RFC 9649, section 2.3).
public struct RIFFChunks: Sequence, IteratorProtocol {
  /// A chunk.
  public struct Chunk: Hashable, Sendable {
    /// The four characters that say what the chunk contains.
    public let kind: String
    /// The contents, as far as the file has them.
    public let data: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Creates the sequence of the chunks in a part of a file.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Creates the sequence of the chunks of a WebP file; `nil` if it is not one.
  public init?(webP file: [UInt8]) {
    guard file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) else { return nil }
    self.init(file.dropFirst(12))
  }

  /// Returns the next chunk; `nil` at the end.
  public mutating func next() -> Chunk? {
    guard bytes.endIndex - position >= 8 else { return nil }
    let start = position + 8
    let length = bytes[(position + 4)..<start].littleEndianValue
    let end = Swift.min(bytes.endIndex, start + length)
    let chunk = Chunk(
      kind: String(decoding: bytes[position..<(position + 4)], as: UTF8.self), data: bytes[start..<end])
    // Chunks begin at even distances.
    position = Swift.min(bytes.endIndex, end + length % 2)
    return chunk
  }
}

extension ArraySlice<UInt8> {
  /// The value of up to four bytes, the low one first.
  public var littleEndianValue: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
