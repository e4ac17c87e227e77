/// Flickr's identifiers of users and groups, such as `12345678@N00`.
enum NSID {
  /// Returns whether a text is an NSID.
  static func isOne(_ text: some StringProtocol) -> Bool {
    String(text).wholeMatch(of: /\d+@N\d\d/) != nil
  }
}
