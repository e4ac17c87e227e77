internal import CTurboJPEG

/// Writes JPEG files, for terminals that take the file itself.
public enum JPEGEncoder {
  /// The picture as a JPEG; what is transparent comes out in its own color, so flatten it first.
  ///
  /// Empty when a side is longer than the 65,535 pixels that JPEG allows.
  ///
  /// O(pixels).
  ///
  /// - Parameter quality: From 1 to 100; 85 shows no difference on a screen.
  public static func encode(_ bitmap: Bitmap, quality: Int = 85) -> [UInt8] {
    guard let handle = tjInitCompress() else { return [] }
    defer { tjDestroy(handle) }
    var file: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    defer { tjFree(file) }
    let status = bitmap.pixels.withUnsafeBufferPointer { pixels in
      tjCompress2(
        handle, pixels.baseAddress, Int32(clamping: bitmap.width), Int32(clamping: 4 * bitmap.width),
        Int32(clamping: bitmap.height), TJPF_RGBA.rawValue, &file, &length, Int32(TJSAMP_420.rawValue),
        Int32(min(max(1, quality), 100)), 0)
    }
    guard status == 0, let file else { return [] }
    return Array(UnsafeBufferPointer(start: file, count: Int(length)))
  }
}
