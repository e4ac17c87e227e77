/// Flickr's ids of people and groups, such as `12345678@N00`.
enum NSID {
  /// Whether a text is one.
  static func isOne(_ text: some StringProtocol) -> Bool {
    String(text).wholeMatch(of: /\d+@N\d\d/) != nil
  }
}
