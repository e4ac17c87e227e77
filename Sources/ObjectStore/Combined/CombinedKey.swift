internal import ObjectModel

/// The keys of rows whose entity is in several stores: the number of the store above the key in that store.
///
/// So the store of a row follows from its ID, the keys of a store stay in order, and those of the first store are the
/// same.
enum CombinedKey {
  /// The number of bits of a key in its store: enough for a million keys a second in nine years.
  private static let bits: Int64 = 48
  private static let mask: Int64 = 1 << bits - 1
  /// The maximum number of stores, which leaves the upper bits of a key free.
  static let limit = 1 << 12

  /// Returns the key in the combined store, or `nil` if the key in its store is too large.
  static func combined(_ key: Int64, store index: Int) -> Int64? {
    (0...mask).contains(key) ? key | Int64(index) << bits : nil
  }

  /// Returns the number of the store.
  static func store(_ key: Int64) -> Int { Int(key >> bits) }

  /// Returns the key in the store.
  static func own(_ key: Int64) -> Int64 { key & mask }
}
