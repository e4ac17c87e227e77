internal import Transfer

/// Finds the ids of what sources name.
struct NameLookup {
  let client: FlickrClient
  let key: APIKey

  /// The NSID of somebody named by NSID, by page, by user name, or by the name in addresses.
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

  /// The NSID of a group named by NSID or by the name in addresses.
  func groupID(of name: String) async throws(FlickrError) -> String {
    if NSID.isOne(name) { return name }
    return try await look(
      "urls.lookupGroup", "url", "https://www.flickr.com/groups/\(PageRequest.encoded(name))/")
  }

  /// The id of a gallery named by id or by page.
  func galleryID(of name: String) async throws(FlickrError) -> String {
    guard let page = FlickrPage(name) else { return name }
    return try await look("urls.lookupGallery", "url", page.address)
  }

  /// The id of an album, and of its owner where a page names one.
  func albumArguments(_ name: String) async throws(FlickrError) -> [SourceQuery.Argument] {
    guard case .album(let owner, let id) = FlickrPage(name) else { return [.init("photoset_id", name)] }
    let ownerID = try await userID(of: NSID.isOne(owner) ? owner : FlickrPage.person(owner).address)
    return [.init("photoset_id", id), .init("user_id", ownerID)]
  }

  /// Asks a method that finds the id of something.
  private func look(
    _ method: String, _ argument: String, _ value: String
  ) async throws(FlickrError) -> String {
    var request = PageRequest(method: method, key: key, endpoint: client.endpoint)
    request.add(argument, value)
    return try await client.load(request.url, decode: PhotoPageDecoder.decodeUser(of:))
  }
}

extension FlickrClient {
  /// Whether Flickr takes the key; `false` when there is none.
  ///
  /// Throws what Flickr says against it, and what keeps Flickr from saying anything.
  @concurrent
  public func testKey() async throws(FlickrError) -> Bool {
    guard let key else { return false }
    let request = PageRequest(method: "test.echo", key: key, endpoint: endpoint)
    do throws(FlickrError) {
      _ = try await load(request.url, decode: PhotoPageDecoder.decode(response:))
    } catch {
      // An echo is no list of photos; that it came is what matters.
      guard case .unexpectedShape(let keys) = error, !keys.isEmpty else { throw error }
    }
    return true
  }
}
