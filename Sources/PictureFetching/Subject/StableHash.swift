/// A hash that is the same in every process (FNV-1a, 64 bits), for file names and for comparing texts.
enum StableHash {
  static func of(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// Returns the hash as sixteen digits.
  static func digits(of text: String) -> String {
    let digits = String(of(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
