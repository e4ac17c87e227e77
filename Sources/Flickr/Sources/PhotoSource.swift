public import Transfer

/// A source of photos.
///
/// Users, groups, albums and galleries are given by ID, by name, or by the URL of their page;
/// ``FlickrClient/query(for:)`` looks up names.
public enum PhotoSource: Hashable, Sendable {
  /// The sample roll that is part of the program.
  case sample
  /// A public feed with the newest 20 photos.
  ///
  /// It needs no key and has one page.
  case feed(FeedChoice)
  /// The most recent public uploads of all users.
  case recent
  /// Flickr's interesting photos of a day; by default, of today.
  case interesting(CalendarDay?)
  /// Photos whose title, description or tags contain the text.
  case search(String)
  /// Photos that have all of the tags.
  case tag([String])
  /// The public photos of a user, by NSID, user name or page.
  case user(String)
  /// Photos taken in a geographic area.
  case place(BoundingBox)
  /// Photos with one of these licenses, by Flickr's numbers.
  case license([Int])
  /// The photos of an album, by id or page.
  case album(String)
  /// The photos of a group, by ID, name in URLs, or page.
  case group(String)
  /// The favorites of a user, given as for ``user(_:)``.
  case favorites(String)
  /// The photos of a gallery, by id or page.
  case gallery(String)
  /// A page in Flickr's format; `{page}` in the URL is the placeholder for the page number.
  case address(TransferURL)

  /// The selection of photos in a feed.
  public enum FeedChoice: Hashable, Sendable {
    /// The photos of all users.
    case everybody
    /// The photos with all of the tags, or with any of them.
    case tags([String], isAny: Bool)
    /// The photos of these users, by NSID.
    case users([String])
  }

  /// Returns the feed of photos with all of the tags; without tags, the feed of all users.
  public static func feed(tags: [String]) -> PhotoSource {
    .feed(tags.isEmpty ? .everybody : .tags(tags, isAny: false))
  }
}

extension PhotoSource {
  /// A Boolean value that indicates whether Flickr requires an API key for the source.
  public var needsKey: Bool {
    switch self {
    case .sample, .feed, .address: false
    default: true
    }
  }

  /// A Boolean value that indicates whether the source has only one page.
  public var hasOnePage: Bool {
    switch self {
    case .feed: true
    case .address(let url): !url.text.contains(Self.pagePlaceholder)
    default: false
    }
  }

  /// A Boolean value that indicates whether new photos come first, so that no new ones follow a page of
  /// known photos.
  public var isNewestFirst: Bool {
    switch self {
    case .feed, .recent, .search, .tag, .user, .place, .license, .group, .favorites: true
    case .sample, .interesting, .album, .gallery, .address: false
    }
  }

  /// A Boolean value that indicates whether the pages of the source never change.
  public var isFixed: Bool {
    switch self {
    case .sample: true
    case .address: !hasOnePage
    default: false
    }
  }

  /// The number of photos in a list after which Flickr repeats them, regardless of the length of the list;
  /// `nil` if there is no such limit (“flickr.photos.search”).
  public var resultLimit: Int? {
    switch self {
    case .search, .tag, .place, .license: 4_000
    default: nil
    }
  }

  static let pagePlaceholder = "{page}"
}

extension PhotoSource: CustomStringConvertible {
  /// The text that `init(parsing:)` accepts; a URL is shown without secrets.
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
