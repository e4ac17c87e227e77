/// The chunks of a PNG, one behind the other up to the last one (W3C, Portable Network Graphics, third edition, section 5.3).
public struct PNGChunks: Sequence, IteratorProtocol {
  /// A chunk.
  public struct Chunk: Hashable, Sendable {
    /// The kind, such as `IDAT`.
    public let kind: String
    /// The offset of the chunk, which begins with its length, in the file.
    public let start: Int
    /// The number of bytes of its contents, of which the file can have fewer.
    public let count: Int

    /// The offsets of the contents.
    public var contents: Range<Int> { start + 8..<start + 8 + count }
    /// The offset of the next chunk, which can lie behind the end of the file.
    public var end: Int { start + PNGChunks.frame + count }
  }

  /// The bytes with which a PNG begins.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The bytes around the contents of a chunk: a length, a kind, and a checksum.
  public static let frame = 12
  /// The most chunks that are looked at; encoders cut pixels into chunks of 8 KiB and more.
  private static let mostChunks = 100_000

  private let read: (_ offset: Int, _ count: Int) -> ArraySlice<UInt8>?
  /// The offset of the next chunk; `nil` behind the last one.
  private var position: Int? = Self.signature.count
  private var number = 0

  /// Creates the chunks of a file that is read in parts.
  ///
  /// - Parameter read: Returns bytes at an offset; `nil` if they are not all there.
  public init(reading read: @escaping (_ offset: Int, _ count: Int) -> ArraySlice<UInt8>?) {
    self.read = read
  }

  /// Creates the chunks of a file in memory.
  public init(_ bytes: [UInt8]) {
    self.init { offset, count in
      offset + count <= bytes.count ? bytes[offset..<offset + count] : nil
    }
  }

  /// Returns the next chunk; its contents may be cut off.
  public mutating func next() -> Chunk? {
    guard let start = position, number < Self.mostChunks, let header = read(start, Self.frame) else {
      return nil
    }
    let kind = String(decoding: header.dropFirst(4).prefix(4), as: UTF8.self)
    let chunk = Chunk(kind: kind, start: start, count: header.prefix(4).bigEndianValue)
    position = kind == "IEND" ? nil : chunk.end
    number += 1
    return chunk
  }
}
