internal import CZlib
import Foundation

/// A zip file as download services write it, and, for tests, as no program should.
public struct ZipFile: Sendable {
  /// An entry.
  public struct Entry: Sendable {
    /// The name.
    public var name: String
    /// The contents.
    public var contents: [UInt8]
    /// A Boolean value that indicates whether the contents are compressed.
    public var isDeflated = true
    /// The size in the directory, if it is not that of the contents.
    public var statedSize: Int?
    /// The flags of the entry; the first bit stands for encryption.
    public var flags: UInt16 = 0
    /// The method of compression, if it is not the one of the contents.
    public var method: UInt16?
    /// A Boolean value that indicates whether the checksum is wrong.
    public var isDamaged = false

    /// Creates an entry with bytes.
    public init(_ name: String, _ contents: [UInt8]) { (self.name, self.contents) = (name, contents) }

    /// Creates an entry with a text.
    public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  /// The entries.
  public var entries: [Entry]
  /// A Boolean value that indicates whether all sizes and offsets stand in the fields of zip64.
  public var isLarge = false
  /// The number of entries that the end states, if it is not theirs.
  ///
  /// Without zip64 the end has room for its lowest 16 bits.
  public var statedCount: Int?
  /// Bytes that stand in the directory behind the entries.
  public var directoryEnd: [UInt8] = []
  /// The comment at the end.
  public var comment = ""

  /// Creates a zip file.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    var output = Bytes()
    var directory = Bytes()
    for entry in entries {
      let stored = entry.isDeflated ? Deflating.deflated(entry.contents) : entry.contents
      let checksum = UInt32(crc32_z(0, entry.contents, entry.contents.count)) ^ (entry.isDamaged ? 1 : 0)
      let method = entry.method ?? (entry.isDeflated ? 8 : 0)
      let size = entry.statedSize ?? entry.contents.count
      let offset = output.bytes.count
      output.add(UInt32(0x0403_4B50), UInt16(20), entry.flags, method, UInt32(0), checksum)
      output.add(UInt32(stored.count), UInt32(clamping: size), UInt16(entry.name.utf8.count), UInt16(0))
      output.bytes += entry.name.utf8 + stored
      directory.add(UInt32(0x0201_4B50), UInt16(20), UInt16(20), entry.flags, method, UInt32(0), checksum)
      let hidden = UInt32.max
      directory.add(isLarge ? hidden : UInt32(stored.count), isLarge ? hidden : UInt32(size))
      directory.add(UInt16(entry.name.utf8.count), UInt16(isLarge ? 28 : 0), UInt16(0), UInt16(0), UInt16(0))
      directory.add(UInt32(0), isLarge ? hidden : UInt32(offset))
      directory.bytes += entry.name.utf8
      if isLarge {
        directory.add(UInt16(1), UInt16(24), UInt64(size), UInt64(stored.count), UInt64(offset))
      }
    }
    directory.bytes += directoryEnd
    let count = statedCount ?? entries.count
    let start = output.bytes.count
    output.bytes += directory.bytes
    if isLarge {
      let end = output.bytes.count
      output.add(UInt32(0x0606_4B50), UInt64(44), UInt16(45), UInt16(45), UInt32(0), UInt32(0))
      output.add(UInt64(count), UInt64(count), UInt64(directory.bytes.count), UInt64(start))
      output.add(UInt32(0x0706_4B50), UInt32(0), UInt64(end), UInt32(1))
    }
    let shortCount = UInt16(truncatingIfNeeded: count)
    output.add(UInt32(0x0605_4B50), UInt16(0), UInt16(0), shortCount, shortCount)
    output.add(UInt32(directory.bytes.count), isLarge ? UInt32.max : UInt32(start))
    output.add(UInt16(comment.utf8.count))
    return output.bytes + comment.utf8
  }

  /// Writes the file.
  public func write(to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

  /// Bytes to which numbers are added, low byte first.
  private struct Bytes {
    var bytes: [UInt8] = []

    mutating func add(_ numbers: any FixedWidthInteger...) { for number in numbers { append(number) } }

    private mutating func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
  }
}
