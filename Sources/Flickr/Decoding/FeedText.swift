enum FeedText {
  /// Returns the name in an author of a feed, such as `nobody@flickr.com ("NAME")`; feeds before 2016 omit the quotes.
  static func authorName(_ author: String) -> String? {
    guard let open = author.firstIndex(of: "("), let close = author.lastIndex(of: ")"), open < close else {
      return nil
    }
    var name = author[author.index(after: open)..<close]
    if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = name.dropFirst().dropLast() }
    return name.isEmpty ? nil : String(name)
  }

  /// Returns the owner's text, which follows the paragraph that names the owner and the one that shows the
  /// image.
  static func description(_ html: String) -> String {
    var rest = Array(html.utf8)[...]
    if dropParagraph(with: "/people/", from: &rest) { _ = dropParagraph(with: "<img", from: &rest) }
    let text = PlainText.trimmed(String(decoding: rest, as: UTF8.self))
    guard text.hasPrefix("<p>"), text.hasSuffix("</p>") else { return text }
    return String(decoding: text.utf8.dropFirst(3).dropLast(4), as: UTF8.self)
  }

  /// Removes the first paragraph if it contains the word, and returns whether it did.
  ///
  /// Works on bytes, because searching characters takes ten times as long.
  private static func dropParagraph(with word: String, from html: inout ArraySlice<UInt8>) -> Bool {
    guard let end = html.firstIndex(of: "</p>".utf8), html[..<end].firstIndex(of: word.utf8) != nil else {
      return false
    }
    html = html[(end + 4)...]
    return true
  }
}

extension ArraySlice<UInt8> {
  fileprivate func firstIndex(of word: String.UTF8View) -> Int? {
    guard let first = word.first else { return nil }
    return indices.first { self[$0] == first && self[$0...].starts(with: word) }
  }
}
