/// A file in a zip file, as the directory of the zip file describes it.
///
/// All values are untrusted.
public struct ZipEntry: Hashable, Sendable {
  /// The name, with folders separated by slashes; never a path to write to.
  public let name: String
  /// The size of the contents in bytes.
  public let size: Int
  /// The CRC-32 of the contents.
  public let checksum: UInt32
  let compressedSize: Int
  let method: UInt16
  let isEncrypted: Bool
  /// The position of the local header in the zip file.
  let headerOffset: Int

  /// A Boolean value that indicates whether the entry is a folder.
  public var isFolder: Bool { name.hasSuffix("/") }

  /// The part of the name after the last slash.
  public var lastComponent: String { name.split(separator: "/").last.map(String.init) ?? name }
}
