extension FlickrClient {
  /// Returns the album or the gallery whose photos a query asks for (`flickr.photosets.getInfo`,
  /// `flickr.galleries.getInfo`); `nil` for other sources.
  ///
  /// Retries and waits as for pages.
  ///
  /// - Throws: A ``FlickrError``.
  @concurrent
  public func album(of query: SourceQuery) async throws(FlickrError) -> AlbumRecord? {
    guard let key, case .method(let method, let arguments) = query.call else { return nil }
    let information: String
    switch method {
    case "photosets.getPhotos": information = "photosets.getInfo"
    case "galleries.getPhotos": information = "galleries.getInfo"
    default: return nil
    }
    var request = PageRequest(method: information, key: key, endpoint: endpoint)
    for argument in arguments { request.add(argument.name, argument.value) }
    return try await load(request.url, decode: PhotoPageDecoder.decodeAlbum(of:))
  }
}
