internal import Transfer

/// The look-up of the IDs of names in sources.
struct NameLookup {
  let client: FlickrClient
  let key: APIKey

  /// Returns the NSID of a user, given by NSID, page, user name, or path alias.
  func userID(of name: String) async throws(FlickrError) -> String {
    if NSID.isOne(name) { return name }
    if let page = FlickrPage(name) { return try await look("urls.lookupUser", "url", page.address) }
    do throws(FlickrError) {
      return try await look("people.findByUsername", "username", name)
    } catch {
      // Code 1: no user of that name.
      guard case .failed(code: 1, message: _) = error else { throw error }
      let page = "https://www.flickr.com/photos/" + PageRequest.encoded(name)
      return try await look("urls.lookupUser", "url", page)
    }
  }

  /// Returns the NSID of a group, given by NSID or by its name in URLs.
  func groupID(of name: String) async throws(FlickrError) -> String {
    if NSID.isOne(name) { return name }
    return try await look(
      "urls.lookupGroup", "url", "https://www.flickr.com/groups/\(PageRequest.encoded(name))/")
  }

  /// Returns the ID of a gallery, given by ID or page.
  func galleryID(of name: String) async throws(FlickrError) -> String {
    guard let page = FlickrPage(name) else { return name }
    return try await look("urls.lookupGallery", "url", page.address)
  }

  /// Returns the ID of an album, and of its owner if a page contains one.
  func albumArguments(_ name: String) async throws(FlickrError) -> [SourceQuery.Argument] {
    guard case .album(let owner, let id) = FlickrPage(name) else { return [.init("photoset_id", name)] }
    let ownerID = try await userID(of: NSID.isOne(owner) ? owner : FlickrPage.person(owner).address)
    return [.init("photoset_id", id), .init("user_id", ownerID)]
  }

  /// Calls an API method that looks up an ID.
  private func look(
    _ method: String, _ argument: String, _ value: String
  ) async throws(FlickrError) -> String {
    var request = PageRequest(method: method, key: key, endpoint: client.endpoint)
    request.add(argument, value)
    return try await client.load(request.url, decode: PhotoPageDecoder.decodeUser(of:))
  }
}
