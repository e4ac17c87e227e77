/// Responses in the exact forms of Flickr's, for tests.
public enum FlickrAnswers {
  /// Returns a page of `flickr.photos.search` or `getRecent`, with all extras.
  public static func page(
    _ number: Int = 1, pages: Int = 1, perPage: Int = 250, total: Int? = nil, photos: [LoopbackPhoto],
    style: Style = Style()
  ) -> String {
    let list = Element(
      "photos",
      [
        "page": .number(number), "pages": .number(pages), "perpage": .number(perPage),
        "total": .number(total ?? photos.count),
      ], [.many("photo", photos.enumerated().map { style.photo($1.element(), $0) })])
    return json([style.header(list)], style)
  }

  /// Returns elements with the status `ok`.
  static func json(_ elements: [Element], _ style: Style) -> String {
    var root = Element("rsp")
    root.children = elements.map { .one($0) }
    root.attributes = elements.isEmpty ? [("stat", "ok")] : []
    var text = root.json(style.text)
    if !elements.isEmpty { text = text.dropLast() + ", \"stat\":\"ok\"}" }
    return style.jsonp ? "jsonFlickrApi(\(text))" : text
  }

  /// Returns the feed of the newest photos, which needs no key.
  public static func feed(photos: [LoopbackPhoto], style: Style = Style()) -> String {
    let json = JSONText(escapesUnicode: false)
    let items = photos.map { $0.feedItem(json, style) }.joined(separator: ",\n")
    return "{\"title\":\"Uploads from everyone\",\"link\":\"https:\\/\\/www.flickr.com\\/photos\\/\","
      + "\"description\":\"\",\"modified\":\"\(LoopbackTime.iso(photos.map(\.uploaded).max() ?? 0))\","
      + "\"generator\":\"https:\\/\\/www.flickr.com\",\"items\":[\(items)]}"
  }

  /// Returns an error response, which has the HTTP status 200.
  public static func failure(code: Int, _ message: String) -> String {
    "{\"stat\":\"fail\",\"code\":\(code),\"message\":\(JSONText(escapesUnicode: true).quoted(message))}"
  }

  /// Returns generated photos, the same for the same numbers, with IDs from `first` on and a new owner for
  /// every third one.
  public static func photos(_ count: Int, from first: Int = 50_000_000_000) -> [LoopbackPhoto] {
    (0..<count).map { index in
      let owner = index / 3
      var photo = LoopbackPhoto(
        id: String(first + index), title: "Photo \(index)", ownerID: "\(1_000 + owner)@N0\(owner % 9)",
        ownerName: "Owner \(owner)")
      photo.description = index.isMultiple(of: 4) ? "About <b>photo</b> \(index) &amp; more" : ""
      photo.uploaded = 1_700_000_000 + index
      photo.views = index * 7
      return photo
    }
  }
}
