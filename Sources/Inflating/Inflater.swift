internal import CZlib

/// Decompression of deflated bytes (RFC 1951) with zlib.
public enum Inflater {
  /// Decompresses at most `count` bytes; returns `nil` if the bytes are damaged.
  ///
  /// The output never exceeds `count`, whatever the bytes say: a few of them can stand for gigabytes.
  ///
  /// - Complexity: O(*n*) in the number of decompressed bytes.
  public static func inflate(_ input: [UInt8], atMost count: Int) -> (bytes: [UInt8], isWhole: Bool)? {
    var stream = z_stream()
    guard czlib_inflate_init_raw(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var status = Z_OK
    var input = input
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(count)
        status = CZlib.inflate(&stream, Z_FINISH)
        filled = count - Int(stream.avail_out)
      }
    }
    switch status {
    case Z_STREAM_END: return (bytes, true)
    case Z_OK, Z_BUF_ERROR: return (bytes, false)
    default: return nil
    }
  }

  /// Returns the CRC-32 of bytes.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
