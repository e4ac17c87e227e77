internal import Transfer

extension PhotoSource {
  /// Parses one of ``PhotoSourceError/forms``, a URL with `file:`, `http:` or `https:`, or the URL of a
  /// Flickr page: of a user, an album, a group, a gallery, favorites, a tag, or Explore.
  ///
  /// Tags are separated by commas; a box is `minLon,minLat,maxLon,maxLat`; licenses are numbers or names
  /// such as `by-sa`.
  ///
  /// - Throws: A ``PhotoSourceError`` if the text is not a valid source.
  public init(parsing text: String) throws(PhotoSourceError) {
    self = try SourceText(text).source()
  }

  /// Returns whether a name is that of a built-in source, or the beginning of one, so that it cannot be
  /// used otherwise.
  public static func isReserved(_ name: String) -> Bool {
    let words =
      PhotoSourceError.forms.map { $0.prefix { $0 != ":" } } + [
        "file", "http", "https", "licence", "favourites",
      ]
    return words.contains { $0 == name.lowercased() } || (try? PhotoSource(parsing: name)) != nil
  }
}

/// The parts of a source's text.
private struct SourceText {
  let text: String
  let name: String
  /// The text after the colon; `nil` without a colon.
  let argument: String?

  init(_ text: String) {
    self.text = PlainText.trimmed(text)
    let parts = self.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts.first.map { $0.lowercased() } ?? ""
    argument = parts.count > 1 ? PlainText.trimmed(String(parts[1])) : nil
  }

  func source() throws(PhotoSourceError) -> PhotoSource {
    switch name {
    case "file", "http", "https": try address()
    case "sample": try plain(.sample)
    case "recent": try plain(.recent)
    case "interesting": .interesting(try day())
    case "feed": .feed(try feed())
    case "search": .search(try required("search:TEXT"))
    case "tag": .tag(try tags(required("tag:TAGS"), "tag:TAGS"))
    case "place": .place(try place())
    case "license", "licence": .license(try licenses())
    default: try named()
    }
  }

  /// Parses the sources whose argument is a name.
  private func named() throws(PhotoSourceError) -> PhotoSource {
    switch name {
    case "user": .user(try person("user:NAME"))
    case "favorites", "favourites": .favorites(try person("favorites:NAME"))
    case "album": .album(try album())
    case "group": .group(try group())
    case "gallery": .gallery(try gallery())
    default: throw PhotoSourceError(text)
    }
  }

  // MARK: Arguments

  private func plain(_ source: PhotoSource) throws(PhotoSourceError) -> PhotoSource {
    guard argument == nil else { throw PhotoSourceError(text) }
    return source
  }

  private func required(_ form: String) throws(PhotoSourceError) -> String {
    guard let argument, !argument.isEmpty else { throw PhotoSourceError(text, form: form) }
    return argument
  }

  private func wrong(_ reason: String) -> PhotoSourceError { PhotoSourceError(text, reason: reason) }

  private static func list(_ text: some StringProtocol) -> [String] {
    text.split(separator: ",").map { PlainText.trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  private func address() throws(PhotoSourceError) -> PhotoSource {
    guard let argument, argument.contains(where: { $0 != "/" }) else { throw PhotoSourceError(text) }
    return FlickrPage(text)?.source ?? .address(TransferURL(text))
  }

  private func tags(_ text: some StringProtocol, _ form: String) throws(PhotoSourceError) -> [String] {
    let tags = Self.list(text)
    guard !tags.isEmpty else { throw PhotoSourceError(self.text, form: form) }
    guard tags.count <= 20 else {
      throw wrong("Flickr accepts at most 20 tags, and these are \(tags.count)")
    }
    return tags
  }

  private func feed() throws(PhotoSourceError) -> PhotoSource.FeedChoice {
    let argument = argument ?? ""
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch parts.count > 1 ? parts[0].lowercased() : "" {
    case "any": return .tags(try tags(parts[1], "feed:any:TAGS"), isAny: true)
    case "user": return .users(try users(parts[1]))
    default:
      return Self.list(argument).isEmpty ? .everybody : .tags(try tags(argument, "feed:TAGS"), isAny: false)
    }
  }

  private func users(_ text: Substring) throws(PhotoSourceError) -> [String] {
    let ids = Self.list(text)
    guard !ids.isEmpty else { throw PhotoSourceError(self.text, form: "feed:user:ID") }
    if let name = ids.first(where: { !NSID.isOne($0) }) {
      throw wrong("the feed finds people by ids such as 12345678@N00 only, and “\(name)” is none")
    }
    return ids
  }

  private func day() throws(PhotoSourceError) -> CalendarDay? {
    guard argument != nil else { return nil }
    let text = try required("interesting or interesting:YYYY-MM-DD")
    guard let day = CalendarDay(text) else { throw wrong("“\(text)” is no day; write YYYY-MM-DD") }
    return day
  }

  private func place() throws(PhotoSourceError) -> BoundingBox {
    let text = try required("place:MINLON,MINLAT,MAXLON,MAXLAT")
    do throws(BoundingBox.Fault) {
      return try BoundingBox(text)
    } catch {
      throw wrong(error.reason)
    }
  }

  private func licenses() throws(PhotoSourceError) -> [Int] {
    let form = "license:LICENSES, with names such as by-sa or numbers from 0 to 16"
    var numbers: [Int] = []
    for name in Self.list(try required(form)) {
      guard let found = LicenseName.numbers(of: name) else {
        throw wrong(
          "“\(name)” is not a license; write numbers from 0 to 16 or names such as by-sa, by-4.0, cc0")
      }
      numbers += found.filter { !numbers.contains($0) }
    }
    guard !numbers.isEmpty else { throw PhotoSourceError(text, form: form) }
    return numbers
  }

  // MARK: Pages

  private func person(_ form: String) throws(PhotoSourceError) -> String {
    let name = try required(form)
    guard let page = FlickrPage(name) else { return try without("://", name) }
    switch page {
    case .person(let name), .favorites(let name):
      return NSID.isOne(name) ? name : FlickrPage.person(name).address
    default: throw wrong("that is not the page of a person")
    }
  }

  private func album() throws(PhotoSourceError) -> String {
    let name = try required("album:ID")
    if let page = FlickrPage(name) {
      guard case .album = page else { throw wrong("that is not the page of an album") }
      return page.address
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, !parts[0].isEmpty, parts[1].isNumber {
      return FlickrPage.album(owner: parts[0], id: parts[1]).address
    }
    guard name.isNumber else { throw wrong("an album is a number, or the address of its page") }
    return name
  }

  private func group() throws(PhotoSourceError) -> String {
    let name = try required("group:NAME")
    guard let page = FlickrPage(name) else { return try without("/", name) }
    guard case .group(let name) = page else { throw wrong("that is not the page of a group") }
    return name
  }

  private func gallery() throws(PhotoSourceError) -> String {
    let name = try required("gallery:ID")
    if let page = FlickrPage(name) {
      guard case .gallery = page else { throw wrong("that is not the page of a gallery") }
      return page.address
    }
    guard name.split(separator: "-", omittingEmptySubsequences: false).allSatisfy({ String($0).isNumber })
    else { throw wrong("a gallery is a number, two joined by a hyphen, or the address of its page") }
    return name
  }

  /// Returns a name after checking that it does not look like a URL.
  private func without(_ mark: String, _ name: String) throws(PhotoSourceError) -> String {
    guard !name.contains(mark) else { throw wrong("“\(TransferURL.redact(name))” is no page of Flickr's") }
    return name
  }
}

extension String {
  /// A Boolean value that indicates whether the text consists of digits.
  var isNumber: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}
