internal import Transfer

extension FlickrClient {
  /// Looks up the names in a source once, for any number of later page requests.
  ///
  /// Sources without names, and those with IDs, cause no request.
  @concurrent
  public func query(for source: PhotoSource) async throws(FlickrError) -> SourceQuery {
    if source.needsKey, key == nil { throw .keyRequired(source) }
    return SourceQuery(source: source, call: try await call(for: source))
  }

  private func names(for source: PhotoSource) throws(FlickrError) -> NameLookup {
    guard let key else { throw .keyRequired(source) }
    return NameLookup(client: self, key: key)
  }

  private func call(for source: PhotoSource) async throws(FlickrError) -> SourceQuery.Call {
    switch source {
    case .sample:
      guard let folder = sampleRoll?.text else { throw .noSampleRoll }
      return .folder(folder + (folder.hasSuffix("/") ? "" : "/"))
    case .address(let url): return .address(url.text)
    case .feed(let choice): return .feed(Self.arguments(of: choice))
    case .recent: return .method("photos.getRecent", [])
    case .interesting(let day):
      return .method("interestingness.getList", day.map { [.init("date", "\($0)")] } ?? [])
    case .search, .tag, .place, .license: return .method("photos.search", Self.searchArguments(of: source))
    case .user(let name):
      return .method(
        "people.getPublicPhotos", [.init("user_id", try await names(for: source).userID(of: name))])
    case .favorites(let name):
      return .method(
        "favorites.getPublicList", [.init("user_id", try await names(for: source).userID(of: name))])
    case .album(let name):
      return .method("photosets.getPhotos", try await names(for: source).albumArguments(name))
    case .group(let name):
      return .method(
        "groups.pools.getPhotos", [.init("group_id", try await names(for: source).groupID(of: name))])
    case .gallery(let name):
      return .method(
        "galleries.getPhotos", [.init("gallery_id", try await names(for: source).galleryID(of: name))])
    }
  }

  /// Returns the arguments of a feed; see https://www.flickr.com/services/feeds/docs/photos_public/.
  private static func arguments(of choice: PhotoSource.FeedChoice) -> [SourceQuery.Argument] {
    switch choice {
    case .everybody: []
    case .tags(let tags, let isAny):
      [.init("tags", tags.joined(separator: ",")), .init("tagmode", isAny ? "any" : "all")]
    case .users(let ids): [.init(ids.count == 1 ? "id" : "ids", ids.joined(separator: ","))]
    }
  }

  private static func searchArguments(of source: PhotoSource) -> [SourceQuery.Argument] {
    switch source {
    case .search(let text): [.init("text", text)]
    case .tag(let tags): [.init("tags", tags.joined(separator: ",")), .init("tag_mode", "all")]
    case .place(let box): [.init("bbox", "\(box)")]
    case .license(let numbers): [.init("license", numbers.map(String.init).joined(separator: ","))]
    default: []
    }
  }
}

extension FlickrClient {
  /// Returns the URL of a page.
  func address(
    of number: Int, of query: SourceQuery, within window: UploadWindow
  ) throws(FlickrError) -> TransferURL {
    switch query.call {
    case .folder(let folder): return TransferURL(folder + "page-\(number).json")
    case .address(let text):
      return TransferURL(text.replacing(PhotoSource.pagePlaceholder, with: String(number)))
    case .feed(let arguments):
      var request = PageRequest(endpoint.feeds + "photos_public.gne")
      request.add("format", "json")
      request.add("nojsoncallback", "1")
      for argument in arguments { request.add(argument.name, argument.value) }
      return request.url
    case .method(let method, let arguments):
      guard let key else { throw .keyRequired(query.source) }
      var request = PageRequest(method: method, key: key, endpoint: endpoint)
      for argument in arguments { request.add(argument.name, argument.value) }
      request.addWindow(window, needsBeginning: query.source.needsLimitingAgent)
      request.addPaging(number, perPage: photosPerPage(of: query.source))
      return request.url
    }
  }

  /// Returns the number of photos on a page of the source: at most 250 for searches by place.
  public func photosPerPage(of source: PhotoSource) -> Int {
    if case .place = source { min(perPage, 250) } else { perPage }
  }
}

extension PhotoSource {
  /// A Boolean value that indicates whether Flickr needs a further filter to answer in full.
  ///
  /// Without one, searches by place see only the last twelve hours, and searches by license alone may be
  /// refused (“flickr.photos.search”).
  fileprivate var needsLimitingAgent: Bool {
    switch self {
    case .place, .license: true
    default: false
    }
  }
}
