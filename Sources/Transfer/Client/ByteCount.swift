enum ByteCount {
  /// Returns a size as text for users: “32 MB”, “500 bytes”.
  ///
  /// Uses powers of two, as the limits do.
  static func text(_ bytes: Int) -> String {
    switch bytes {
    case (1 << 20)...: "\(bytes >> 20) MB"
    case (1 << 10)...: "\(bytes >> 10) kB"
    default: "\(bytes) bytes"
    }
  }
}
