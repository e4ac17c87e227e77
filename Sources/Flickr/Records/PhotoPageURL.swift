/// The URL of a photo's page at Flickr, the same wherever it is displayed, copied or opened.
public enum PhotoPageURL {
  /// Returns the URL, or `nil` if the owner is unknown or has no page.
  ///
  /// `owner` is a path alias or an NSID. Both parts are untrusted: characters that are invalid in URLs are
  /// percent-encoded.
  public static func text(owner: String?, id: String) -> String? {
    // A path component of dots only would be interpreted as a folder.
    guard let owner, owner.contains(where: { $0 != "." }) else { return nil }
    // An NSID is readable: the “@” in it is left as it is.
    let parts = owner.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let name = parts.map { PageRequest.encoded(String(Substring($0))) }.joined(separator: "@")
    return "https://www.flickr.com/photos/\(name)/\(PageRequest.encoded(id))/"
  }
}
