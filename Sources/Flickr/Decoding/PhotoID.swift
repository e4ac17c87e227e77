enum PhotoID {
  /// Returns whether an ID is valid; Flickr's IDs consist of digits.
  ///
  /// Letters, `-` and `_` are accepted because they are harmless in URLs; other characters are not.
  static func isValid(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
