public import Foundation
internal import ObjectModel

extension AtomicStoreFormat where Self == BinaryStoreFormat {
  /// Compact, for programs alone.
  public static var binary: BinaryStoreFormat { BinaryStoreFormat() }
}

/// A compact file, as Core Data's binary stores are; Apple's own are an archive of its classes, and not read here.
///
/// Twelve bytes that name the format and its version, eight of checksum over all that follows, then identifier,
/// metadata and entities: names and kinds of the properties once, then the rows, of which each value is a byte
/// for its type and as many bytes as it needs.
public struct BinaryStoreFormat: AtomicStoreFormat {
  /// The version of the format that is written.
  public static let version = 1

  /// As in PNG files: a byte that is no text, a name, and the line ends and the end-of-file that a transfer as
  /// text would spoil.
  static let magic: [UInt8] = [0x8F, 0x4F, 0x47, 0x42, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Makes the format.
  public init() {}

  /// The bytes of a whole file.
  public func encode(_ contents: AtomicStoreContents) -> Data {
    var writer = ByteWriter()
    writer.put(contents)
    return Self.sealed(writer.bytes)
  }

  /// Puts magic, version and checksum before the rest.
  static func sealed(_ rest: Data, version: Int = Self.version) -> Data {
    var writer = ByteWriter()
    writer.put(raw: magic)
    withUnsafeBytes(of: UInt32(version).littleEndian) { writer.put(raw: $0) }
    writer.put(fixed: checksum(rest))
    writer.put(raw: rest)
    return writer.bytes
  }

  private static func checksum(_ data: Data) -> UInt64 {
    var hash = FNV1a()
    data.withUnsafeBytes { hash.add($0) }
    return hash.value
  }

  /// Decodes the contents of a file.
  public func decode(_ data: Data) throws(AtomicStoreFormatError) -> AtomicStoreContents {
    guard data.starts(with: Self.magic) else { throw .otherFormat }
    var reader = ByteReader(data.dropFirst(Self.magic.count))
    var version = 0
    for shift in stride(from: 0, to: 32, by: 8) { version |= Int(try reader.byte()) << shift }
    guard version <= Self.version else { throw .newerVersion(found: version, supported: Self.version) }
    guard version == Self.version else { throw .damaged(reason: "there is no version \(version)") }
    let checksum = try reader.fixed()
    let rest = try reader.raw(reader.count)
    guard Self.checksum(rest) == checksum else { throw .damaged(reason: "its checksum is another one") }
    return try Self.contents(of: rest)
  }

  /// Decodes the bytes after the checksum.
  static func contents(of rest: Data) throws(AtomicStoreFormatError) -> AtomicStoreContents {
    var reader = ByteReader(rest)
    let contents = try reader.contents()
    guard reader.count == 0 else { throw .damaged(reason: "something follows its end") }
    return contents
  }
}
