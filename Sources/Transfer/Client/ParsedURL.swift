internal import CCurl

/// An address as libcurl's own parser understands it, so that there is one opinion about it.
struct ParsedURL {
  let text: String
  let scheme: String
  let host: String
  /// Percent-decoded.
  let path: String

  /// Blanks and characters beyond ASCII are percent-encoded, since people type them.
  init(_ url: TransferURL) throws(TransferError) {
    guard let handle = curl_url() else { throw TransferError(.failed, url) }
    defer { curl_url_cleanup(handle) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    let result = curl_url_set(handle, CURLUPART_URL, url.text, flags)
    guard result == CURLUE_OK else {
      throw TransferError(.malformedURL, url, curlText: String(cString: curl_url_strerror(result)))
    }
    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return "" }
      defer { curl_free(text) }
      return String(cString: text)
    }
    text = part(CURLUPART_URL)
    scheme = part(CURLUPART_SCHEME).lowercased()
    host = part(CURLUPART_HOST)
    path = part(CURLUPART_PATH, CURLU_URLDECODE)
    guard ["http", "https", "file"].contains(scheme) else { throw TransferError(.unsupportedScheme, url) }
  }

  /// Whether the host is this machine: a proxy would take it for its own.
  var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber })
  }

  /// Whether an address, which may be relative to this one, has the same scheme, host and port.
  func isOrigin(of location: String) -> Bool {
    guard let handle = curl_url() else { return false }
    defer { curl_url_cleanup(handle) }
    func origin() -> [String] {
      [CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT].map { part in
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else {
          return ""
        }
        defer { curl_free(text) }
        return String(cString: text).lowercased()
      }
    }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK else { return false }
    let own = origin()
    return curl_url_set(handle, CURLUPART_URL, location, flags) == CURLUE_OK && origin() == own
  }
}
