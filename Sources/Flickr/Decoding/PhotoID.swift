enum PhotoID {
  /// Flickr's ids are digits.
  ///
  /// Letters, `-` and `_` do no harm in addresses; anything else does.
  static func isValid(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
