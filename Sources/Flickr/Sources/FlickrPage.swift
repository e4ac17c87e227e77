internal import Foundation

/// A page of Flickr's web site that shows photos, identified by its URL.
enum FlickrPage: Hashable {
  case person(String)
  case favorites(String)
  case album(owner: String, id: String)
  case gallery(owner: String, id: String)
  case group(String)
  case tag(String)
  case explore(CalendarDay?)

  /// Parses `https://www.flickr.com/photos/NAME/…` and similar URLs, with or without scheme and `www.`;
  /// returns `nil` for other text.
  init?(_ text: String) {
    var rest = text[...]
    if let scheme = rest.firstRange(of: /^https?:\/\//.ignoresCase()) { rest = rest[scheme.upperBound...] }
    let address = rest.prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard let host = parts.first?.lowercased(),
      ["www.flickr.com", "flickr.com", "m.flickr.com"].contains(host),
      parts.count > 1, let page = Self.page(parts[1].lowercased(), Array(parts.dropFirst(2)))
    else { return nil }
    self = page
  }

  private static func page(_ kind: String, _ path: [String]) -> FlickrPage? {
    switch (kind, path.first) {
    case ("explore", _): path.isEmpty ? .explore(nil) : CalendarDay(path.joined(separator: "-")).map(explore)
    case ("photos", "tags"?): path.count > 1 ? .tag(path[1]) : nil
    case ("photos", let owner?):
      page(of: owner, path.dropFirst().first?.lowercased(), path.dropFirst(2).first)
    case ("people", let owner?): .person(owner)
    case ("groups", let name?): .group(name)
    default: nil
    }
  }

  private static func page(of owner: String, _ part: String?, _ id: String?) -> FlickrPage? {
    switch part {
    case nil: .person(owner)
    case "favorites": .favorites(owner)
    // A page of the albums, or those with a photo.
    case "albums", "sets": isAlbumList(id) ? .person(owner) : number(id).map { .album(owner: owner, id: $0) }
    case "galleries": number(id).map { .gallery(owner: owner, id: $0) }
    case let part?: isPageNumber(part) ? .person(owner) : nil
    }
  }

  private static func isAlbumList(_ part: String?) -> Bool {
    part.map { $0.lowercased() == "with" || isPageNumber($0) } ?? true
  }

  private static func isPageNumber(_ part: String) -> Bool {
    part.wholeMatch(of: /page\d+/.ignoresCase()) != nil
  }

  private static func number(_ part: String?) -> String? { part.flatMap { $0.isNumber ? $0 : nil } }

  /// The URL in Flickr's own form.
  var address: String {
    let base = "https://www.flickr.com/"
    return switch self {
    case .person(let name): base + "photos/\(Self.encoded(name))/"
    case .favorites(let name): base + "photos/\(Self.encoded(name))/favorites/"
    case .album(let owner, let id): base + "photos/\(Self.encoded(owner))/albums/\(id)"
    case .gallery(let owner, let id): base + "photos/\(Self.encoded(owner))/galleries/\(id)/"
    case .group(let name): base + "groups/\(Self.encoded(name))/"
    case .tag(let tag): base + "photos/tags/\(Self.encoded(tag))/"
    case .explore(let day):
      base + "explore/" + (day.map { "\($0)".replacing("-", with: "/") } ?? "")
    }
  }

  /// Returns a part of a path; the character of NSIDs stays as Flickr writes it.
  private static func encoded(_ part: String) -> String {
    PageRequest.encoded(part).replacing("%40", with: "@")
  }

  /// The source with the photos of the page.
  var source: PhotoSource {
    switch self {
    case .person(let name): .user(NSID.isOne(name) ? name : address)
    case .favorites(let name): .favorites(NSID.isOne(name) ? name : FlickrPage.person(name).address)
    case .album: .album(address)
    case .gallery: .gallery(address)
    case .group(let name): .group(name)
    case .tag(let tag): .tag([tag])
    case .explore(let day): .interesting(day)
    }
  }
}
