enum ByteCount {
  /// A size as people say it: “32 MB”, “500 bytes”.
  ///
  /// Powers of two, as the limits are.
  static func text(_ bytes: Int) -> String {
    switch bytes {
    case (1 << 20)...: "\(bytes >> 20) MB"
    case (1 << 10)...: "\(bytes >> 10) kB"
    default: "\(bytes) bytes"
    }
  }
}
