internal import Transfer

extension FlickrClient {
  /// Returns whether Flickr accepts the key; `false` without a key.
  ///
  /// - Throws: A `FlickrError` with Flickr's reason for refusing the key, or with the failure of the
  ///   request.
  @concurrent
  public func testKey() async throws(FlickrError) -> Bool {
    guard let key else { return false }
    let request = PageRequest(method: "test.echo", key: key, endpoint: endpoint)
    do throws(FlickrError) {
      _ = try await load(request.url, decode: PhotoPageDecoder.decode(response:))
    } catch {
      // An echo is not a list of photos; only the fact that it comes matters.
      guard case .unexpectedShape(let keys) = error, !keys.isEmpty else { throw error }
    }
    return true
  }
}
