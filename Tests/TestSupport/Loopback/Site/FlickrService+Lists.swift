extension FlickrService {
  /// Returns the newest photos, at most a thousand.
  func recent(_ call: APICall) -> [Element] {
    let newest = (0..<world.count).reversed().lazy.filter(world.isThere).prefix(1_000)
    return list(Array(newest), call)
  }

  func interesting(_ call: APICall) throws(APIFailure) -> [Element] {
    let today = PhotoWorld.present / 86_400
    var day = today - 1
    if let date = call["date"] {
      guard date.count == 10, let seconds = LoopbackTime.seconds(date), seconds / 86_400 < today else {
        throw APIFailure(code: 1, message: "Not a valid date string")
      }
      day = seconds / 86_400
    }
    return list(world.interesting(day: day), call)
  }

  func search(_ call: APICall) throws(APIFailure) -> [Element] {
    let query = try PhotoQuery(call, world)
    let found = results.indices(of: query, in: world)
    let page = ListPage(call, total: found.count, most: query.isGeographic ? 250 : 500)
    let limit = min(found.count, ListPage.searchLimit)
    return [list(page, call) { Int(found[$0 % max(1, limit)]) }]
  }

  func photosOfPerson(_ call: APICall) throws(APIFailure) -> [Element] {
    let id = try call.required("user_id", or: .userNotFound)
    guard id != "me" else { throw .loginNeeded }
    guard let owner = world.ownerNumber(id: id) else { throw .unknownUser }
    var query = PhotoQuery()
    query.owners = [owner]
    try query.addTimes(call)
    return found(query, call)
  }

  func photosOfAlbum(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "Photoset not found")
    let id = try call.required("photoset_id", or: failure)
    guard let album = world.album(id) else { throw failure }
    if let user = call["user_id"], world.ownerNumber(id: user) != album.owner {
      throw APIFailure(code: 2, message: "User not found")
    }
    let query = PhotoQuery(album: album.number, of: album.owner)
    let found = results.indices(of: query, in: world)
    let page = ListPage(call, total: found.count, usual: 500)
    let owner = world.owner(number: album.owner)
    var set = list(page, call, name: "photoset", ofSet: true) { Int(found[$0]) }
    set.attributes.insert(contentsOf: Self.head(of: owner, id, found.first.map { world.id(Int($0)) }), at: 0)
    // Both names of the member at once.
    if !style.perPageWithUnderline { set.attributes.append(("per_page", .number(page.perPage))) }
    set.attributes.append(("title", .text(world.albumTitle(album.number, of: album.owner))))
    return [set]
  }

  private static func head(
    of owner: WorldOwner, _ id: String, _ primary: String?
  ) -> [(name: String, value: Element.Value)] {
    [
      ("id", .text(id)), ("primary", .text(primary ?? "0")), ("owner", .text(owner.id)),
      ("ownername", .text(owner.name)),
    ]
  }

  func pool(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "Group not found")
    guard let group = world.group(try call.required("group_id", or: failure)) else { throw failure }
    var query = PhotoQuery()
    query.group = group
    if let user = call["user_id"] {
      guard let owner = world.ownerNumber(id: user) else {
        throw APIFailure(code: 3, message: "Unknown user")
      }
      query.owners = [owner]
    }
    if let tag = call["tags"] { query.addTags([tag], areAll: true) }
    return found(query, call)
  }

  func favorites(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "User not found")
    let id = try call.required("user_id", or: failure)
    guard let owner = world.ownerNumber(id: id) else { throw failure }
    return list(world.favorites(of: owner), call)
  }

  func photosOfGallery(_ call: APICall) throws(APIFailure) -> [Element] {
    list(try existingGallery(call).photos, call)
  }

  private func found(_ query: PhotoQuery, _ call: APICall) -> [Element] {
    list(results.indices(of: query, in: world).map { Int($0) }, call)
  }

  private func list(_ indices: [Int?], _ call: APICall) -> [Element] {
    [list(ListPage(call, total: indices.count), call) { indices[$0] }]
  }

  /// Returns the page with its photos; a position without a photo is omitted.
  private func list(
    _ page: ListPage, _ call: APICall, name: String = "photos", ofSet: Bool = false, index: (Int) -> Int?
  ) -> Element {
    let extras = call.extras
    let last = page.positions.upperBound - 1
    let photos = page.positions.compactMap { position -> Element? in
      let shuffled = isShuffled && position ^ 1 <= last ? position ^ 1 : position
      return index(shuffled).map { index in
        let photo = world.photo(index, pictureHost: pictureHost).element(extras: extras, ofSet: ofSet)
        return style.photo(photo, index)
      }
    }
    var result = Element(name)
    result.attributes = page.header(style)
    result.children = [.many("photo", photos)]
    return style.header(result)
  }
}

extension PhotoQuery {
  /// Creates a query for the photos of an album, the oldest first.
  init(album: Int, of owner: Int) {
    self.init()
    owners = [owner]
    self.album = album
    isAscending = true
  }
}
