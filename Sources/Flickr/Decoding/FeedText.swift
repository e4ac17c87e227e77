enum FeedText {
  /// The name in `nobody@flickr.com ("NAME")`, or without quotation marks as before 2016.
  static func authorName(_ author: String) -> String? {
    guard let open = author.firstIndex(of: "("), let close = author.lastIndex(of: ")"), open < close else {
      return nil
    }
    var name = author[author.index(after: open)..<close]
    if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = name.dropFirst().dropLast() }
    return name.isEmpty ? nil : String(name)
  }

  /// What the owner wrote: behind the paragraph that names the owner and the one that shows the image.
  static func description(_ html: String) -> String {
    var rest = html[...]
    if let first = paragraph(rest), first.text.contains("/people/") {
      rest = first.rest
      if let second = paragraph(rest), second.text.contains("<img") { rest = second.rest }
    }
    var text = PlainText.trimmed(String(rest))
    if text.hasPrefix("<p>"), text.hasSuffix("</p>") { text = String(text.dropFirst(3).dropLast(4)) }
    return text
  }

  private static func paragraph(_ html: Substring) -> (text: Substring, rest: Substring)? {
    guard let end = html.firstRange(of: "</p>") else { return nil }
    return (html[..<end.lowerBound], html[end.upperBound...])
  }
}
