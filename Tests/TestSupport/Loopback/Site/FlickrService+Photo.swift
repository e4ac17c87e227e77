extension FlickrService {
  private func existingPhoto(_ call: APICall) throws(APIFailure) -> (index: Int, photo: LoopbackPhoto) {
    let id = try call.required("photo_id", or: .photoNotFound)
    guard let index = world.index(of: id) else { throw .photoNotFound }
    return (index, world.photo(index, pictureHost: pictureHost))
  }

  func photoInfo(_ call: APICall) throws(APIFailure) -> [Element] {
    let (index, photo) = try existingPhoto(call)
    let owner = world.owner(number: world.owner(index))
    var info = Element(
      "photo",
      [
        "id": .text(photo.id), "secret": .text(photo.secret), "server": .text(photo.server), "farm": 66,
        "dateuploaded": .text(String(photo.uploaded)), "isfavorite": 0, "license": .number(photo.license),
        "safety_level": 0, "rotation": 0,
      ])
    if let format = photo.originalFormat {
      info.attributes += [("originalsecret", .text(photo.largeSecret)), ("originalformat", .text(format))]
    }
    info.attributes += [("views", .text(String(photo.views))), ("media", .text(photo.media))]
    let person = Element(
      "owner",
      [
        "nsid": .text(photo.ownerID), "username": .text(photo.ownerName), "realname": .text(owner.realName),
        "location": .text(owner.location), "iconserver": "7563", "iconfarm": 8,
        "path_alias": photo.pathAlias.map(Element.Value.text) ?? .null,
      ])
    var page = Element("url", content: photo.page)
    page.attributes = [("type", "photopage")]
    info.children = [
      .one(person), .one(Element("title", content: photo.title)),
      .one(Element("description", content: photo.description)),
      .one(Element("visibility", ["ispublic": 1, "isfriend": 0, "isfamily": 0])),
      .one(dates(of: photo)), .one(usage(of: photo)), .one(Element("comments", content: 0)),
      .one(Element("notes", [:], [.many("note", [])])), .one(tags(of: photo)),
      .one(Element("urls", [:], [.many("url", [page])])),
    ]
    if let place = photo.place { info.children.append(.one(location(place))) }
    return [info]
  }

  private func dates(of photo: LoopbackPhoto) -> Element {
    Element(
      "dates",
      [
        "posted": .text(String(photo.uploaded)), "taken": .text(photo.taken),
        "takengranularity": .number(photo.takenGranularity),
        "takenunknown": .number(photo.isTakenUnknown ? 1 : 0),
        "lastupdate": .text(String(photo.updated ?? photo.uploaded + 60)),
      ])
  }

  private func usage(of photo: LoopbackPhoto) -> Element {
    let download = photo.originalFormat == nil ? 0 : 1
    return Element(
      "usage", ["candownload": .number(download), "canblog": 0, "canprint": 0, "canshare": 1])
  }

  private func tags(of photo: LoopbackPhoto) -> Element {
    let tags = photo.tags.split(separator: " ").enumerated().map { number, tag in
      var element = Element("tag", content: String(tag))
      element.attributes = [
        ("id", .text("7000-\(photo.id)-\(number)")), ("author", .text(photo.ownerID)),
        ("authorname", .text(photo.ownerName)), ("raw", .text(String(tag))), ("machine_tag", 0),
      ]
      return element
    }
    return Element("tags", [:], [.many("tag", tags)])
  }

  private func location(_ place: (latitude: Double, longitude: Double)) -> Element {
    Element(
      "location",
      [
        "latitude": .number("\(place.latitude)"), "longitude": .number("\(place.longitude)"), "accuracy": 16,
        "context": 0,
      ])
  }

  func photoSizes(_ call: APICall) throws(APIFailure) -> [Element] {
    let photo = try existingPhoto(call).photo
    let sizes = photo.renditions.map { size, pixels, url in
      Element(
        "size",
        [
          "label": .text(size.label), "width": .number(pixels.width), "height": .text(String(pixels.height)),
          "source": .text(url), "url": .text(photo.page + "sizes/\(size.extra)/"), "media": "photo",
        ])
    }
    let download = photo.originalFormat == nil ? 0 : 1
    return [
      Element(
        "sizes", ["canblog": 0, "canprint": 0, "candownload": .number(download)], [.many("size", sizes)])
    ]
  }

  /// One owner in ten hides the Exif data.
  func photoExif(_ call: APICall) throws(APIFailure) -> [Element] {
    let (index, photo) = try existingPhoto(call)
    if world.random(world.owner(index), 50) % 10 == 0 {
      throw APIFailure(code: 2, message: "Permission denied")
    }
    func entry(_ tag: String, _ label: String, _ raw: String, clean: String? = nil) -> Element {
      var children: [Element.Child] = [.one(Element("raw", content: raw))]
      if let clean { children.append(.one(Element("clean", content: clean))) }
      return Element(
        "exif", ["tagspace": "ExifIFD", "tagspaceid": 0, "tag": .text(tag), "label": .text(label)], children)
    }
    let entries = [
      entry("Make", "Make", "NIKON CORPORATION"), entry("Model", "Model", "NIKON D700"),
      entry("ExposureTime", "Exposure", "1/250", clean: "0.004 sec (1/250)"),
      entry("FNumber", "Aperture", "8.0", clean: "f/8.0"),
    ]
    return [
      Element(
        "photo",
        [
          "id": .text(photo.id), "secret": .text(photo.secret), "server": .text(photo.server), "farm": 66,
          "camera": "Nikon D700",
        ], [.many("exif", entries)])
    ]
  }

  func streams(_ call: APICall) throws(APIFailure) -> [Element] {
    let photo = try existingPhoto(call).photo
    guard photo.media == "video" else { throw .photoNotFound }
    var stream = Element("stream", content: "\(pictureHost)/video/\(photo.id)_\(photo.secret)_720p.mp4")
    stream.attributes = [("type", "720p")]
    return [Element("streams", [:], [.many("stream", [stream])])]
  }

  /// The licenses, not in the order of their numbers, as on Flickr.
  static let licenses: Element = {
    let creative = "https://creativecommons.org/licenses/"
    let all: [(Int, String, String)] = [
      (0, "All Rights Reserved", ""), (4, "Attribution License", creative + "by/2.0/"),
      (6, "Attribution-NoDerivs License", creative + "by-nd/2.0/"),
      (3, "Attribution-NonCommercial-NoDerivs License", creative + "by-nc-nd/2.0/"),
      (2, "Attribution-NonCommercial License", creative + "by-nc/2.0/"),
      (1, "Attribution-NonCommercial-ShareAlike License", creative + "by-nc-sa/2.0/"),
      (5, "Attribution-ShareAlike License", creative + "by-sa/2.0/"),
      (7, "No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
      (8, "United States Government Work", "http://www.usa.gov/copyright.shtml"),
      (9, "Public Domain Dedication (CC0)", "https://creativecommons.org/publicdomain/zero/1.0/"),
      (10, "Public Domain Mark", "https://creativecommons.org/publicdomain/mark/1.0/"),
      (11, "CC BY 4.0", creative + "by/4.0/"), (12, "CC BY-SA 4.0", creative + "by-sa/4.0/"),
      (13, "CC BY-ND 4.0", creative + "by-nd/4.0/"), (14, "CC BY-NC 4.0", creative + "by-nc/4.0/"),
      (15, "CC BY-NC-SA 4.0", creative + "by-nc-sa/4.0/"),
      (16, "CC BY-NC-ND 4.0", creative + "by-nc-nd/4.0/"),
    ]
    let elements = all.map { id, name, url in
      Element("license", ["id": .text(String(id)), "name": .text(name), "url": .text(url)])
    }
    return Element("licenses", [:], [.many("license", elements)])
  }()
}
