extension LoopbackPhoto {
  /// Returns the photo as an entry of a list, with numbers and strings mixed as Flickr mixes them.
  ///
  /// - Parameter extras: The argument of that name; `nil` includes all extras.
  func element(extras: Set<String>? = nil, ofSet: Bool = false) -> Element {
    var result = Element("photo")
    if !id.isEmpty { result.attributes.append(("id", .text(id))) }
    if !ofSet { result.attributes.append(("owner", .text(ownerID))) }
    result.attributes += [
      ("secret", .text(secret)), ("server", .text(server)), ("farm", 66), ("title", .text(title)),
      ("ispublic", 1), ("isfriend", 0), ("isfamily", 0),
    ]
    for (extra, attributes) in extraAttributes where extras?.contains(extra) ?? true {
      result.attributes += attributes
    }
    for rendition in renditions where extras?.contains("url_" + rendition.size.extra) ?? true {
      result.attributes += Self.attributes(of: rendition)
    }
    if extras?.contains("description") ?? true {
      result.children.append(.one(Element("description", content: description)))
    }
    return result
  }

  private static func attributes(
    of rendition: (size: PictureSize, pixels: PictureFrame, url: String)
  ) -> [(name: String, value: Element.Value)] {
    let name = rendition.size.extra
    // The computed side is a number; the other one is a string.
    return [
      ("url_" + name, .text(rendition.url)), ("height_" + name, .number(rendition.pixels.height)),
      ("width_" + name, .text(String(rendition.pixels.width))),
    ]
  }

  private var extraAttributes: [(extra: String, attributes: [(name: String, value: Element.Value)])] {
    func digits(_ value: Int) -> Element.Value { .text(String(value)) }
    let original: [(name: String, value: Element.Value)] =
      originalFormat.map { [("originalsecret", .text(largeSecret)), ("originalformat", .text($0))] } ?? []
    return [
      ("license", [("license", digits(license))]),
      ("date_upload", [("dateupload", digits(uploaded))]),
      ("last_update", [("lastupdate", digits(updated ?? uploaded + 60))]),
      (
        "date_taken",
        [
          ("datetaken", .text(taken)), ("datetakengranularity", digits(takenGranularity)),
          ("datetakenunknown", digits(isTakenUnknown ? 1 : 0)),
        ]
      ),
      ("owner_name", [("ownername", .text(ownerName))]),
      ("icon_server", [("iconserver", "7563"), ("iconfarm", 8)]),
      ("original_format", original),
      ("views", [("views", digits(views))]),
      ("tags", [("tags", .text(tags))]),
      ("machine_tags", [("machine_tags", "")]),
      (
        "o_dims",
        originalFormat == nil ? [] : [("o_width", digits(frame.width)), ("o_height", digits(frame.height))]
      ),
      ("geo", placeAttributes),
      ("media", [("media", .text(media)), ("media_status", "ready")]),
      ("path_alias", [("pathalias", pathAlias.map(Element.Value.text) ?? .null)]),
    ]
  }

  private var placeAttributes: [(name: String, value: Element.Value)] {
    guard let place else { return [("latitude", 0), ("longitude", 0), ("accuracy", 0), ("context", 0)] }
    return [
      ("latitude", .text("\(place.latitude)")), ("longitude", .number("\(place.longitude)")),
      ("accuracy", "16"), ("context", 0), ("geo_is_family", 0), ("geo_is_friend", 0), ("geo_is_contact", 0),
      ("geo_is_public", 1),
    ]
  }
}
