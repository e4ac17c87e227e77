extension LoopbackPhoto {
  private static let secret = "0a1b2c3d4e"
  private static let server = "65535"

  /// Size, suffix of the image's name, width, height.
  private static let sizes: [(String, String, Int, Int)] = [
    ("sq", "_s", 75, 75), ("t", "_t", 100, 67), ("s", "_m", 240, 160), ("q", "_q", 150, 150),
    ("m", "", 500, 333), ("n", "_n", 320, 213), ("z", "_z", 640, 427), ("c", "_c", 800, 534),
    ("l", "_b", 1024, 683),
  ]

  /// The photo as in a list with all extras: counts, sizes and places are numbers or strings as Flickr mixes them.
  func json(_ json: JSONText, _ style: FlickrAnswers.Style) -> String {
    func digits(_ value: some CustomStringConvertible) -> String {
      style.textAsNumbers ? value.description : "\"\(value)\""
    }
    var members: [String] = []
    if !id.isEmpty { members.append("\"id\":\(style.textAsNumbers ? id : json.quoted(id))") }
    members += [
      "\"owner\":\(json.quoted(ownerID))", "\"secret\":\"\(Self.secret)\"",
      "\"server\":\(digits(Self.server))",
      "\"farm\":66", "\"title\":\(json.quoted(title))", "\"ispublic\":1", "\"isfriend\":0", "\"isfamily\":0",
      "\"license\":\(digits(license))", "\"description\":{\"_content\":\(json.quoted(description))}",
      "\"dateupload\":\(digits(uploaded))", "\"lastupdate\":\(digits(uploaded + 60))",
      "\"datetaken\":\"\(taken)\"", "\"datetakengranularity\":\(digits(0))", "\"datetakenunknown\":\"0\"",
      "\"ownername\":\(json.quoted(ownerName))", "\"views\":\(digits(views))",
      "\"tags\":\(json.quoted(tags))",
    ]
    members += placeMembers + ["\"media\":\"photo\"", "\"media_status\":\"ready\""]
    members.append("\"pathalias\":\(pathAlias.map(json.quoted) ?? "null")")
    members += Self.sizes.flatMap { suffix, ending, width, height in
      [
        "\"url_\(suffix)\":\(json.quoted(image(ending)))",
        // The computed side is a number, the other one a string.
        "\"height_\(suffix)\":\(height)", "\"width_\(suffix)\":\"\(width)\"",
      ]
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private var placeMembers: [String] {
    guard let place else { return ["\"latitude\":0", "\"longitude\":0", "\"accuracy\":0", "\"context\":0"] }
    return [
      "\"latitude\":\"\(place.latitude)\"", "\"longitude\":\(place.longitude)", "\"accuracy\":\"16\"",
      "\"context\":0", "\"geo_is_public\":1",
    ]
  }

  private func image(_ ending: String) -> String {
    "\(pictureHost)/\(Self.server)/\(id)_\(Self.secret)\(ending).jpg"
  }

  /// The photo as an item of a feed.
  func feedItem(_ json: JSONText) -> String {
    let page = "https://www.flickr.com/photos/\(pathAlias ?? ownerID)/\(id)/"
    let people = "<a href=\"https://www.flickr.com/people/\(pathAlias ?? ownerID)/\">"
    let picture = "<img src=\"\(image("_m"))\" width=\"240\" height=\"160\" alt=\"\(title)\" />"
    var html = " <p>\(people)\(ownerName)</a> posted a photo:</p> <p><a href=\"\(page)\">\(picture)</a></p> "
    if !description.isEmpty { html += "<p>\(description)</p> " }
    let members = [
      "\"title\":\(json.quoted(title.isEmpty ? " " : title))", "\"link\":\(json.quoted(page))",
      "\"media\":{\"m\":\(json.quoted(image("_m")))}",
      "\"date_taken\":\"\(taken.replacing(" ", with: "T"))-08:00\"",
      "\"description\":\(json.quoted(html))", "\"published\":\"2024-05-01T09:59:00Z\"",
      "\"author\":\(json.quoted("nobody@flickr.com (\"\(ownerName)\")"))",
      "\"author_id\":\(json.quoted(ownerID))",
      "\"tags\":\(json.quoted(tags))",
    ]
    return "{" + members.joined(separator: ",") + "}"
  }
}
