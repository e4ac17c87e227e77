import Flickr

/// The owner of an account download, by `account_profile.json`.
struct AccountOwner: Hashable, Sendable {
  let id: String
  let name: String

  static let fileName = "account_profile.json"

  /// Reads the file; returns `nil` if it has no NSID.
  init?(_ json: LooseJSON) {
    guard let id = json["nsid"].text, id.contains("@"), id.utf8.count <= 64 else { return nil }
    self.id = id
    name = json.text("screen_name", "real_name").map(EscapedText.decoded) ?? id
  }
}
