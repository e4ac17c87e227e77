/// Writes answers in the exact shapes of Flickr's, for tests.
public enum FlickrAnswers {
  /// How a page is written; Flickr's forms changed over the years.
  public struct Style: Sendable {
    /// Counts as strings: `"total":"600"`.
    public var countsAsStrings = false
    /// Ids, licences and times as numbers.
    public var textAsNumbers = false
    /// Characters beyond ASCII as `\uXXXX`.
    public var escapesUnicode = true
    /// Within `jsonFlickrApi(…)`.
    public var jsonp = false

    /// The form of most answers.
    public init() {}
  }

  /// A page of `flickr.photos.search` or `getRecent`, with all extras.
  public static func page(
    _ number: Int = 1, pages: Int = 1, perPage: Int = 250, total: Int? = nil, photos: [LoopbackPhoto],
    style: Style = Style()
  ) -> String {
    let json = JSONText(escapesUnicode: style.escapesUnicode)
    func count(_ value: Int) -> String { style.countsAsStrings ? "\"\(value)\"" : "\(value)" }
    let list = photos.map { $0.json(json, style) }.joined(separator: ", ")
    let text =
      "{\"photos\":{\"page\":\(count(number)), \"pages\":\(count(pages)), \"perpage\":\(count(perPage)), "
      + "\"total\":\(count(total ?? photos.count)), \"photo\":[\(list)]}, \"stat\":\"ok\"}"
    return style.jsonp ? "jsonFlickrApi(\(text))" : text
  }

  /// The keyless feed of the newest photos.
  public static func feed(photos: [LoopbackPhoto]) -> String {
    let json = JSONText(escapesUnicode: false)
    let items = photos.map { $0.feedItem(json) }.joined(separator: ",\n")
    return "{\"title\":\"Uploads from everyone\",\"link\":\"https:\\/\\/www.flickr.com\\/photos\\/\","
      + "\"description\":\"\",\"modified\":\"2024-05-01T10:00:00Z\",\"generator\":\"https:\\/\\/www.flickr.com\","
      + "\"items\":[\(items)]}"
  }

  /// A refusal, which comes with HTTP status 200.
  public static func failure(code: Int, _ message: String) -> String {
    "{\"stat\":\"fail\",\"code\":\(code),\"message\":\(JSONText(escapesUnicode: true).quoted(message))}"
  }

  /// Made-up photos, the same for the same numbers: ids from `first` on, every third one by a new owner.
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

/// A photo to be written into an answer.
public struct LoopbackPhoto: Sendable {
  /// Its id; left out when empty.
  public var id: String
  /// Its title.
  public var title: String
  /// The NSID of its owner.
  public var ownerID: String
  /// Its owner's name.
  public var ownerName: String
  /// Its description, with markup.
  public var description = ""
  /// Seconds since 1970.
  public var uploaded = 1_700_000_000
  /// In the owner's time.
  public var taken = "2023-11-14 22:13:20"
  /// Words separated by blanks.
  public var tags = "one two"
  /// How often it was looked at.
  public var views = 0
  /// The number of its licence.
  public var license = 4
  /// The owner's name in addresses; written as `null` when `nil`.
  public var pathAlias: String?
  /// Where its pictures are, such as the address of ``LoopbackPictures``; without a slash at its end.
  public var pictureHost = "https://live.staticflickr.com"
  /// Degrees; written as the numbers 0 when `nil`.
  public var place: (latitude: Double, longitude: Double)?

  /// Makes a photo.
  public init(id: String, title: String, ownerID: String, ownerName: String) {
    self.id = id
    self.title = title
    self.ownerID = ownerID
    self.ownerName = ownerName
  }
}
