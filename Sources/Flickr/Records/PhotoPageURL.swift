/// The address of a photo's page at Flickr, the same wherever it is shown, copied or opened.
public enum PhotoPageURL {
  /// The address, or `nil` when the owner is not known or has no page.
  ///
  /// `owner` is a path alias or an NSID. Both parts come from outside: what an address does not take is percent-encoded.
  public static func text(owner: String?, id: String) -> String? {
    // A path takes dots alone for folders.
    guard let owner, owner.contains(where: { $0 != "." }) else { return nil }
    let name = PageRequest.encoded(owner).replacing("%40", with: "@")
    return "https://www.flickr.com/photos/\(name)/\(PageRequest.encoded(id))/"
  }
}
