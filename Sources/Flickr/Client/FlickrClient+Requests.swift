internal import Transfer

extension FlickrClient {
  /// Search yields no more than 4,000 photos and then repeats them while `pages` promises more
  /// (“flickr.photos.search”).
  static let searchLimit = 4_000

  /// Where the page of a source is to be had.
  func address(of number: Int, of source: PhotoSource) async throws(FlickrError) -> TransferURL {
    switch source {
    case .sample: return try samplePage(number)
    case .address(let url):
      return TransferURL(url.text.replacing(PhotoSource.pagePlaceholder, with: String(number)))
    case .feed(let tags): return feed(tags)
    case .recent: return try call("photos.getRecent", number, of: source)
    case .interesting: return try call("interestingness.getList", number, of: source)
    case .search(let text): return try call("photos.search", number, of: source, ["text": text])
    case .tag(let tags):
      let tags = tags.joined(separator: ",")
      return try call("photos.search", number, of: source, ["tags": tags, "tag_mode": "all"])
    case .user(let name):
      let id = try await userID(of: name)
      return try call("people.getPublicPhotos", number, of: source, ["user_id": id])
    }
  }

  private func samplePage(_ number: Int) throws(FlickrError) -> TransferURL {
    guard let folder = sampleRoll?.text else { throw .noSampleRoll }
    return TransferURL(folder + (folder.hasSuffix("/") ? "" : "/") + "page-\(number).json")
  }

  /// See https://www.flickr.com/services/feeds/docs/photos_public/.
  private func feed(_ tags: [String]) -> TransferURL {
    var request = PageRequest(endpoint.feeds + "photos_public.gne")
    request.add("format", "json")
    request.add("nojsoncallback", "1")
    if !tags.isEmpty {
      request.add("tags", tags.joined(separator: ","))
      request.add("tagmode", "all")
    }
    return request.url
  }

  private func call(
    _ method: String, _ number: Int, of source: PhotoSource, _ arguments: KeyValuePairs<String, String> = [:]
  ) throws(FlickrError) -> TransferURL {
    guard let key else { throw .keyRequired(source) }
    var request = PageRequest(method: method, key: key, endpoint: endpoint)
    for (name, value) in arguments { request.add(name, value) }
    request.addPaging(number, perPage: perPage)
    return request.url
  }
}

extension FlickrClient {
  /// The NSID of somebody named by NSID, by user name, or by the name in addresses.
  private func userID(of name: String) async throws(FlickrError) -> String {
    if Self.isNSID(name) { return name }
    guard let key else { throw .keyRequired(.user(name)) }
    do throws(FlickrError) {
      var request = PageRequest(method: "people.findByUsername", key: key, endpoint: endpoint)
      request.add("username", name)
      return try await load(request.url, decode: PhotoPageDecoder.decodeUser)
    } catch {
      // Code 1: no user of that name.
      guard case .failed(code: 1, message: _) = error else { throw error }
      var request = PageRequest(method: "urls.lookupUser", key: key, endpoint: endpoint)
      request.add("url", "https://www.flickr.com/photos/" + PageRequest.encoded(name))
      return try await load(request.url, decode: PhotoPageDecoder.decodeUser)
    }
  }

  private static func isNSID(_ name: String) -> Bool {
    name.wholeMatch(of: /\d+@N\d\d/) != nil
  }
}
