extension FlickrService {
  func albums(_ call: APICall) throws(APIFailure) -> [Element] {
    let id = try call.required("user_id", or: .userNotFound)
    guard let owner = world.ownerNumber(id: id) else { throw .userNotFound }
    let page = ListPage(call, total: world.albumCount(of: owner), usual: 500)
    var list = Element("photosets")
    list.attributes = page.header(style)
    list.children = [.many("photoset", page.positions.map { element(ofAlbum: $0, of: owner) })]
    return [style.header(list)]
  }

  func album(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "Photoset not found")
    guard let album = world.album(try call.required("photoset_id", or: failure)) else { throw failure }
    return [element(ofAlbum: album.number, of: album.owner)]
  }

  private func element(ofAlbum number: Int, of owner: Int) -> Element {
    let photos = results.indices(of: PhotoQuery(album: number, of: owner), in: world)
    let person = world.owner(number: owner)
    return Element(
      "photoset",
      [
        "id": .text(world.albumID(number, of: owner)), "owner": .text(person.id),
        "username": .text(person.name),
        "primary": .text(photos.first.map { world.id(Int($0)) } ?? "0"), "photos": .number(photos.count),
        "count_photos": .number(photos.count), "count_videos": 0, "count_views": "20",
        "date_create": .text(String(PhotoWorld.present - 1_000_000)),
        "date_update": .text(String(PhotoWorld.present - 1_000)),
      ],
      [
        .one(Element("title", content: world.albumTitle(number, of: owner))),
        .one(Element("description", content: "")),
      ])
  }

  func group(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "Group not found")
    guard let number = world.group(try call.required("group_id", or: failure)) else { throw failure }
    let group = Vocabulary.groups[number]
    var query = PhotoQuery()
    query.group = number
    return [
      Element(
        "group",
        ["id": .text(PhotoWorld.groupID(number)), "path_alias": .text(group.alias), "iconserver": "0"],
        [
          .one(Element("name", content: group.name)), .one(Element("description", content: "")),
          .one(Element("members", content: "12")),
          .one(Element("pool_count", content: String(results.indices(of: query, in: world).count))),
        ])
    ]
  }

  func galleries(_ call: APICall) throws(APIFailure) -> [Element] {
    let id = try call.required("user_id", or: .userNotFound)
    guard let owner = world.ownerNumber(id: id) else { throw .userNotFound }
    let page = ListPage(call, total: world.galleryCount(of: owner))
    let galleries = page.positions.compactMap { world.gallery(world.galleryID($0, of: owner)) }
    var list = Element("galleries")
    list.attributes = page.header(style) + [("user_id", .text(id))]
    list.children = [.many("gallery", galleries.map(element))]
    return [style.header(list)]
  }

  func gallery(_ call: APICall) throws(APIFailure) -> [Element] {
    [element(of: try existingGallery(call))]
  }

  /// Returns the gallery of the call.
  func existingGallery(_ call: APICall) throws(APIFailure) -> PhotoWorld.Gathering {
    let failure = APIFailure(code: 1, message: "Gallery not found")
    guard let gallery = world.gallery(try call.required("gallery_id", or: failure)) else { throw failure }
    return gallery
  }

  func element(of gallery: PhotoWorld.Gathering) -> Element {
    let owner = world.owner(number: gallery.owner)
    let number = gallery.id.split(separator: "-").last ?? ""
    return Element(
      "gallery",
      [
        "id": .text(gallery.id), "gallery_id": .text(gallery.id),
        "url": .text("https://www.flickr.com/photos/\(owner.alias ?? owner.id)/galleries/\(number)"),
        "owner": .text(owner.id), "username": .text(owner.name),
        "primary_photo_id": .text(gallery.photos.first.map(world.id) ?? "0"),
        "count_photos": .number(gallery.photos.count), "count_videos": 0,
      ],
      [
        .one(Element("title", content: gallery.title)), .one(Element("description", content: "")),
      ])
  }
}
