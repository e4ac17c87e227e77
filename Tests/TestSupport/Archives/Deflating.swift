internal import CZlib

/// Compression of bytes with zlib.
public enum Deflating {
  /// Returns bytes deflated without the header and the checksum of zlib's own format (RFC 1951).
  public static func deflated(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var size = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    guard compress(&output, &size, bytes, UInt(bytes.count)) == Z_OK else { return [] }
    return Array(output[2..<(Int(size) - 4)])
  }

  /// Returns bytes in zlib's own format (RFC 1950), without a right checksum.
  public static func stream(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    [0x78, 0x9C] + deflated(bytes) + [0, 0, 0, 0]
  }
}
