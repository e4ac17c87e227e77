extension FlickrService {
  func findPerson(_ call: APICall) throws(APIFailure) -> [Element] {
    let name = try call.required("username", or: .userNotFound)
    guard let number = world.ownerNumber(name: name) else { throw .userNotFound }
    return [user(number, hasNSID: true)]
  }

  /// Finds a user by a URL: `https://www.flickr.com/photos/NAME/`.
  func lookUpUser(_ call: APICall) throws(APIFailure) -> [Element] {
    let url = try call.required("url", or: .userNotFound)
    guard let alias = Self.name(in: url, after: ["photos", "people"]),
      let number = world.ownerNumber(alias: alias)
    else { throw .userNotFound }
    return [user(number, hasNSID: false)]
  }

  func lookUpGroup(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "Group not found")
    let url = try call.required("url", or: failure)
    guard let alias = Self.name(in: url, after: ["groups"]), let number = world.group(alias) else {
      throw failure
    }
    let name = Element("groupname", content: Vocabulary.groups[number].name)
    return [Element("group", ["id": .text(PhotoWorld.groupID(number))], [.one(name)])]
  }

  func lookUpGallery(_ call: APICall) throws(APIFailure) -> [Element] {
    let failure = APIFailure(code: 1, message: "Gallery not found")
    let url = try call.required("url", or: failure)
    guard let id = Self.name(in: url, after: ["galleries"]), let gallery = world.gallery(id) else {
      throw failure
    }
    return [element(of: gallery)]
  }

  func person(_ call: APICall) throws(APIFailure) -> [Element] {
    let id = try call.required("user_id", or: .userNotFound)
    guard let number = world.ownerNumber(id: id) else { throw .userNotFound }
    let owner = world.owner(number: number)
    var query = PhotoQuery()
    query.owners = [number]
    let photos = results.indices(of: query, in: world)
    let first = photos.last.map { Int($0) }
    let counts = Element(
      "photos", [:],
      [
        .one(Element("firstdatetaken", content: first.map { LoopbackTime.sql(world.taken($0)) } ?? "")),
        .one(Element("firstdate", content: first.map { String(world.uploaded($0)) } ?? "")),
        .one(Element("count", content: photos.count)),
      ])
    let person = Element(
      "person",
      [
        "id": .text(owner.id), "nsid": .text(owner.id), "ispro": .number(number % 2), "iconserver": "7563",
        "iconfarm": 8, "path_alias": owner.alias.map(Element.Value.text) ?? .null,
      ],
      [
        .one(Element("username", content: owner.name)), .one(Element("realname", content: owner.realName)),
        .one(Element("location", content: owner.location)), .one(Element("description", content: "")),
        .one(Element("photosurl", content: "https://www.flickr.com/photos/\(owner.alias ?? owner.id)/")),
        .one(Element("profileurl", content: "https://www.flickr.com/people/\(owner.alias ?? owner.id)/")),
        .one(counts),
      ])
    return [person]
  }

  private func user(_ number: Int, hasNSID: Bool) -> Element {
    let owner = world.owner(number: number)
    var user = Element("user", ["id": .text(owner.id)], [.one(Element("username", content: owner.name))])
    if hasNSID { user.attributes.append(("nsid", .text(owner.id))) }
    return user
  }

  /// Returns the path component after one of the words in a URL.
  private static func name(in url: String, after words: [String]) -> String? {
    let parts = url.split(separator: "/").map(String.init)
    return parts.indices.last { words.contains(parts[$0]) }.flatMap { index in
      index + 1 < parts.count ? LoopbackRequest.decoded(parts[index + 1][...]) : nil
    }
  }
}
