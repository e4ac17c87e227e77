public import Transfer

/// Where photos come from.
public enum PhotoSource: Hashable, Sendable {
  /// The roll that comes with the program.
  case sample
  /// The public feed: the newest 20 photos, of all of these tags.
  ///
  /// It needs no key and has one page.
  case feed(tags: [String])
  /// What was just uploaded, by anybody.
  case recent
  /// What Flickr finds interesting today.
  case interesting
  /// Photos whose title, description or tags hold the text.
  case search(String)
  /// Photos that have all of the tags.
  case tag([String])
  /// The public photos of somebody, by NSID, user name or name in addresses.
  case user(String)
  /// A page in Flickr's format; `{page}` in the address stands for the number of the page.
  case address(TransferURL)
}

extension PhotoSource {
  /// Whether Flickr only answers with an API key.
  public var needsKey: Bool {
    switch self {
    case .recent, .interesting, .search, .tag, .user: true
    case .sample, .feed, .address: false
    }
  }

  /// Whether there is a page 1 and no other.
  public var hasOnePage: Bool {
    switch self {
    case .feed: true
    case .address(let url): !url.text.contains(Self.pagePlaceholder)
    case .sample, .recent, .interesting, .search, .tag, .user: false
    }
  }

  static let pagePlaceholder = "{page}"
}

extension PhotoSource: CustomStringConvertible {
  /// The text that `init(parsing:)` takes; an address is shown without secrets.
  public var description: String {
    switch self {
    case .sample: "sample"
    case .feed(let tags): tags.isEmpty ? "feed" : "feed:" + tags.joined(separator: ",")
    case .recent: "recent"
    case .interesting: "interesting"
    case .search(let text): "search:" + text
    case .tag(let tags): "tag:" + tags.joined(separator: ",")
    case .user(let name): "user:" + name
    case .address(let url): url.description
    }
  }
}
