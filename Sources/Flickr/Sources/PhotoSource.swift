public import Transfer

/// Where photos come from.
///
/// People, groups, albums and galleries are named by id, by name, or by the address of their page; names are looked up
/// by ``FlickrClient/query(for:)``.
public enum PhotoSource: Hashable, Sendable {
  /// The roll that comes with the program.
  case sample
  /// A public feed: the newest 20 photos.
  ///
  /// It needs no key and has one page.
  case feed(FeedChoice)
  /// What was just uploaded, by anybody.
  case recent
  /// What Flickr finds interesting on a day; without one, today.
  case interesting(CalendarDay?)
  /// Photos whose title, description or tags hold the text.
  case search(String)
  /// Photos that have all of the tags.
  case tag([String])
  /// The public photos of somebody, by NSID, user name or page.
  case user(String)
  /// Photos taken within a part of the world.
  case place(BoundingBox)
  /// Photos under one of these licences, by Flickr's numbers.
  case license([Int])
  /// The photos of an album, by id or page.
  case album(String)
  /// The photos of a group, by id, name in addresses, or page.
  case group(String)
  /// What somebody likes, as for ``user(_:)``.
  case favorites(String)
  /// The photos of a gallery, by id or page.
  case gallery(String)
  /// A page in Flickr's format; `{page}` in the address stands for the number of the page.
  case address(TransferURL)

  /// Which photos a feed is asked for.
  public enum FeedChoice: Hashable, Sendable {
    /// Everybody's.
    case everybody
    /// Those that have all of the tags, or any of them.
    case tags([String], isAny: Bool)
    /// Those of these people, by NSID.
    case users([String])
  }

  /// The feed of photos that have all of the tags; of everybody's without tags.
  public static func feed(tags: [String]) -> PhotoSource {
    .feed(tags.isEmpty ? .everybody : .tags(tags, isAny: false))
  }
}

extension PhotoSource {
  /// Whether Flickr only answers with an API key.
  public var needsKey: Bool {
    switch self {
    case .sample, .feed, .address: false
    default: true
    }
  }

  /// Whether there is a page 1 and no other.
  public var hasOnePage: Bool {
    switch self {
    case .feed: true
    case .address(let url): !url.text.contains(Self.pagePlaceholder)
    default: false
    }
  }

  /// Whether what is new comes first, so that behind a page of known photos there are no new ones.
  public var isNewestFirst: Bool {
    switch self {
    case .feed, .recent, .search, .tag, .user, .place, .license, .group, .favorites: true
    case .sample, .interesting, .album, .gallery, .address: false
    }
  }

  /// Whether the pages of the source stay what they are.
  public var isFixed: Bool {
    switch self {
    case .sample: true
    case .address: !hasOnePage
    default: false
    }
  }

  /// How many photos Flickr gives of a list before it repeats them, however many there are; `nil` where it gives all
  /// (“flickr.photos.search”).
  public var resultLimit: Int? {
    switch self {
    case .search, .tag, .place, .license: 4_000
    default: nil
    }
  }

  static let pagePlaceholder = "{page}"
}

extension PhotoSource: CustomStringConvertible {
  /// The text that `init(parsing:)` takes; an address is shown without secrets.
  public var description: String {
    switch self {
    case .sample: "sample"
    case .feed(let choice): choice.description
    case .recent: "recent"
    case .interesting(let day): day.map { "interesting:\($0)" } ?? "interesting"
    case .search(let text): "search:" + text
    case .tag(let tags): "tag:" + tags.joined(separator: ",")
    case .user(let name): "user:" + name
    case .place(let box): "place:\(box)"
    case .license(let numbers): "license:" + numbers.map(String.init).joined(separator: ",")
    case .album(let name): "album:" + name
    case .group(let name): "group:" + name
    case .favorites(let name): "favorites:" + name
    case .gallery(let name): "gallery:" + name
    case .address(let url): url.description
    }
  }
}

extension PhotoSource.FeedChoice: CustomStringConvertible {
  /// The source's text.
  public var description: String {
    switch self {
    case .everybody: "feed"
    case .tags(let tags, let isAny): (isAny ? "feed:any:" : "feed:") + tags.joined(separator: ",")
    case .users(let ids): "feed:user:" + ids.joined(separator: ",")
    }
  }
}
