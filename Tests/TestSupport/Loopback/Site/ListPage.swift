/// A page of a list, as far as Flickr's manners decide it.
struct ListPage {
  /// Search has no more different photos than so many; then it begins anew, while `pages` promises more.
  static let searchLimit = 4_000

  let number: Int
  let perPage: Int
  let total: Int

  /// The page that the call asks for.
  ///
  /// There are `usual` photos on it unless it says otherwise, and `most` at the most. Numbers above 10,000 are 10,000, and a
  /// page past the end is the last one.
  init(_ call: APICall, total: Int, usual: Int = 100, most: Int = 500) {
    let asked = call.int("per_page") ?? usual
    perPage = asked < 1 ? usual : min(asked, most)
    self.total = total
    let last = max(1, (total + perPage - 1) / perPage)
    number = min(min(max(call.int("page") ?? 1, 1), 10_000), last)
  }

  var pages: Int { (total + perPage - 1) / perPage }

  /// The positions in the list.
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
