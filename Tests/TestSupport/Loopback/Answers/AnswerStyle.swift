extension FlickrAnswers {
  /// The form of a response; Flickr's forms have changed over the years.
  public struct Style: Hashable, Sendable {
    /// Counts as strings: `"total":"600"`.
    public var countsAsStrings = false
    /// IDs, licenses, and times as numbers.
    public var textAsNumbers = false
    /// Characters beyond ASCII as `\uXXXX`.
    public var escapesUnicode = true
    /// Wrapped in `jsonFlickrApi(…)`.
    public var jsonp = false
    /// `per_page` instead of `perpage` in the header of a list.
    public var perPageWithUnderline = false
    /// Without the optional keys.
    public var isSparse = false
    /// `null` instead of some values.
    public var hasNulls = false
    /// Invalid dates and licenses: year 0, an upload in 1970, license 99.
    public var hasOddValues = false

    /// Feeds in the form until 2016: `\\'` in text, and authors without quotes.
    public var hasOldFeeds = false

    /// Creates the most common form.
    public init() {}
  }
}

extension FlickrAnswers.Style {
  /// The names of the forms, for arguments.
  public static let names: [String: any WritableKeyPath<Self, Bool> & Sendable] = [
    "string-counts": \.countsAsStrings, "number-text": \.textAsNumbers, "raw-unicode": \.rawUnicode,
    "jsonp": \.jsonp, "per_page": \.perPageWithUnderline, "sparse": \.isSparse, "nulls": \.hasNulls,
    "odd-values": \.hasOddValues, "old-feeds": \.hasOldFeeds,
  ]

  private var rawUnicode: Bool {
    get { !escapesUnicode }
    set { escapesUnicode = !newValue }
  }

  var text: JSONText { JSONText(escapesUnicode: escapesUnicode) }

  /// Returns the header of a list in this form.
  func header(_ list: Element) -> Element {
    list.mapping { _, value in
      if countsAsStrings, case .number(let digits) = value { .text(digits) } else { value }
    }
  }

  /// Returns a photo in this form; `index` selects the values that are odd.
  func photo(_ photo: Element, _ index: Int) -> Element {
    guard textAsNumbers || isSparse || hasNulls || hasOddValues else { return photo }
    return photo.mapping { name, value in
      if isSparse, Self.optional.contains(name) { return nil }
      if hasNulls, index % 3 == 1, Self.optional.contains(name) { return .null }
      if hasOddValues, let odd = Self.oddValue(name, index) { return odd }
      if textAsNumbers, Self.numeric.contains(name), case .text(let digits) = value { return .number(digits) }
      return value
    }
  }

  private static let numeric: Set<String> = [
    "id", "server", "license", "dateupload", "lastupdate", "datetakengranularity", "views",
  ]

  private static let optional: Set<String> = [
    "lastupdate", "datetakenunknown", "ownername", "views", "pathalias", "place_id", "woeid", "media_status",
  ]

  private static func oddValue(_ name: String, _ index: Int) -> Element.Value? {
    switch (name, index % 4) {
    case ("datetaken", 0): "0000-01-01 00:00:00"
    case ("dateupload", 1): "2013"
    case ("license", 2): "99"
    case ("accuracy", 3): 0
    default: nil
    }
  }
}
