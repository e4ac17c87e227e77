/// A page of a list under Flickr's rules.
struct ListPage {
  /// The maximum number of different photos in a search; then they repeat, although `pages` indicates more.
  static let searchLimit = 4_000

  let number: Int
  let perPage: Int
  let total: Int

  /// Creates the page that the call requests.
  ///
  /// The page has `usual` photos unless the call requests another number, and at most `most`. Page numbers
  /// above 10,000 are limited to 10,000, and a page past the end is the last one.
  init(_ call: APICall, total: Int, usual: Int = 100, most: Int = 500) {
    let asked = call.int("per_page") ?? usual
    perPage = asked < 1 ? usual : min(asked, most)
    self.total = total
    let last = max(1, (total + perPage - 1) / perPage)
    number = min(min(max(call.int("page") ?? 1, 1), 10_000), last)
  }

  var pages: Int { (total + perPage - 1) / perPage }

  /// The positions of the page in the list.
  var positions: Range<Int> {
    let start = min((number - 1) * perPage, total)
    return start..<min(start + perPage, total)
  }

  func header(_ style: FlickrAnswers.Style) -> [(name: String, value: Element.Value)] {
    [
      ("page", .number(number)), ("pages", .number(pages)),
      (style.perPageWithUnderline ? "per_page" : "perpage", .number(perPage)), ("total", .number(total)),
    ]
  }
}
