extension LoopbackPhoto {
  /// Returns the photo as an item of a feed.
  func feedItem(_ json: JSONText, _ style: FlickrAnswers.Style = FlickrAnswers.Style()) -> String {
    let people = "<a href=\"https://www.flickr.com/people/\(pathAlias ?? ownerID)/\">"
    let picture = renditions.first { $0.size.extra == "s" }
    let address = picture?.url ?? ""
    let size = "width=\"\(picture?.pixels.width ?? 0)\" height=\"\(picture?.pixels.height ?? 0)\""
    let alt = XMLText.escaped(title)
    let image = "<img src=\"\(address)\" \(size) alt=\"\(alt)\" />"
    var html = " <p>\(people)\(XMLText.escaped(ownerName))</a> posted a photo:</p>"
    html += " <p><a href=\"\(page)\" title=\"\(alt)\">\(image)</a></p> "
    if !description.isEmpty { html += "<p>\(description)</p> " }
    let members = [
      "\"title\":\(json.quoted(title.isEmpty ? " " : title))", "\"link\":\(json.quoted(page))",
      "\"media\":{\"m\":\(json.quoted(address))}",
      // The time is local to the owner, but the zone is wrong, as in Flickr's feeds.
      "\"date_taken\":\"\(taken.replacing(" ", with: "T"))-08:00\"",
      "\"description\":\(json.quoted(html))", "\"published\":\"\(LoopbackTime.iso(uploaded))\"",
      "\"author\":\(json.quoted("nobody@flickr.com (\(style.hasOldFeeds ? ownerName : "\"\(ownerName)\""))"))",
      "\"author_id\":\(json.quoted(ownerID))",
      "\"tags\":\(json.quoted(tags))",
    ]
    let item = "{" + members.joined(separator: ",\n\t\t") + "}"
    // An escape that is invalid in JSON.
    return style.hasOldFeeds ? item.replacing("'", with: "\\'") : item
  }
}
