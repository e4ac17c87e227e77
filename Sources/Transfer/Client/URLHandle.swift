internal import CCurl

/// libcurl's URL handle: parses a URL and returns its parts.
struct URLHandle: ~Copyable {
  private let curl: CurlFunctions
  private let handle: OpaquePointer

  /// Creates a handle without a URL; fails only if memory is exhausted.
  init?(_ curl: CurlFunctions) {
    guard let handle = curl.url() else { return nil }
    self.curl = curl
    self.handle = handle
  }

  deinit {
    curl.url_cleanup(handle)
  }

  /// Parses a URL, which may be relative to the one that the handle holds.
  @discardableResult
  func parse(_ text: String, _ flags: Int32) -> CURLUcode {
    curl.url_set(handle, CURLUPART_URL, text, UInt32(flags))
  }

  /// Replaces a part of the URL by a text that is percent-encoded as far as necessary; `nil` removes the part.
  mutating func set(_ part: CURLUPart, _ text: String?) {
    _ = curl.url_set(handle, part, text, 0)
  }

  /// Returns a part of the URL; `nil` if it has none.
  func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl.url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
    defer { curl.free(text) }
    return String(cString: text)
  }
}
