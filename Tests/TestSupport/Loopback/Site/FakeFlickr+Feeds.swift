extension FakeFlickr {
  /// Returns a feed of twenty photos, which needs no key; see https://www.flickr.com/services/feeds/.
  func feedAnswer(_ name: String, _ query: [String: String]) -> LoopbackAnswer {
    let call = APICall(arguments: query)
    let (service, manners) = nextCall(isList: true)
    guard let photos = service.feed(name, call) else { return .html(status: 404, "Not Found") }
    guard call["format"] == "json" else { return .atom(photos) }
    let text = FlickrAnswers.feed(photos: photos, style: manners.style)
    let wraps = call["nojsoncallback"] != "1" || manners.style.jsonp
    var answer = LoopbackAnswer.json(wraps ? "\(call["jsoncallback"] ?? "jsonFlickrFeed")(\(text))" : text)
    answer.headers = [("Content-Type", wraps ? "application/x-javascript" : "application/json")]
    return answer
  }
}

extension FlickrService {
  /// Returns the photos of a feed, newest first, or `nil` if there is no such feed.
  func feed(_ name: String, _ call: APICall) -> [LoopbackPhoto]? {
    var query = PhotoQuery()
    switch name {
    case "photos_public.gne":
      if let ids = call.list("ids") ?? call["id"].map({ [$0] }) {
        query.owners = Set(ids.compactMap { world.ownerNumber(id: $0) })
      }
      if let tags = call.list("tags") { query.addTags(tags, areAll: call["tagmode"] != "any") }
    case "groups_pool.gne":
      guard let group = call["id"].flatMap(world.group) else { return nil }
      query.group = group
    case "photos_faves.gne":
      guard let owner = call["nsid"].flatMap(world.ownerNumber(id:)) else { return nil }
      return world.favorites(of: owner).prefix(20).map { world.photo($0, pictureHost: pictureHost) }
    default: return nil
    }
    return results.indices(of: query, in: world).prefix(20).map {
      world.photo(Int($0), pictureHost: pictureHost)
    }
  }
}

extension LoopbackAnswer {
  /// Returns a feed in the format of a request without `format`.
  static func atom(_ photos: [LoopbackPhoto]) -> LoopbackAnswer {
    let entries = photos.map { photo in
      let title = XMLText.escaped(photo.title)
      let name = XMLText.escaped(photo.ownerName)
      return
        "<entry><title>\(title)</title><link rel=\"alternate\" type=\"text/html\" href=\"\(photo.page)\"/>"
        + "<id>tag:flickr.com,2005:/photo/\(photo.id)</id><published>\(LoopbackTime.iso(photo.uploaded))</published>"
        + "<author><name>\(name)</name></author></entry>"
    }
    let feed = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Uploads from everyone</title>\n"
    return xml(feed + entries.joined(separator: "\n") + "\n</feed>", type: "application/atom+xml")
  }
}
