extension FlickrClient {
  /// Returns the settings with which a photo was taken (`flickr.photos.getExif`).
  ///
  /// Retries and waits as for pages; `nil` without a key. If the photo is gone or its owner hides the settings, the error
  /// is Flickr's: codes 1 and 2 of https://www.flickr.com/services/api/flickr.photos.getExif.html.
  ///
  /// - Parameter id: Flickr's ID of the photo.
  /// - Throws: A ``FlickrError``.
  @concurrent
  public func shot(ofPhoto id: String) async throws(FlickrError) -> ShotRecord? {
    guard let key else { return nil }
    var request = PageRequest(method: "photos.getExif", key: key, endpoint: endpoint)
    request.add("photo_id", id)
    return try await load(request.url, decode: PhotoPageDecoder.decodeShot(of:))
  }
}
