internal import CCurl

/// A URL as libcurl's own parser understands it, so that both always agree.
struct ParsedURL {
  let text: String
  let scheme: String
  let host: String
  /// The percent-decoded path.
  let path: String

  private static let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)

  /// Parses a URL, which may be relative to another one.
  ///
  /// Blanks and non-ASCII characters are percent-encoded, because users type them.
  init(_ url: TransferURL, relativeTo base: ParsedURL? = nil) throws(TransferError) {
    guard let handle = curl_url() else { throw TransferError(.failed, url) }
    defer { curl_url_cleanup(handle) }
    if let base { curl_url_set(handle, CURLUPART_URL, base.text, Self.flags) }
    let result = curl_url_set(handle, CURLUPART_URL, url.text, Self.flags)
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

  /// A Boolean value that indicates whether the host is this machine: a proxy would interpret it as its own
  /// machine.
  var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber })
  }

  /// A Boolean value that indicates whether the text of the URL names this machine or its network.
  ///
  /// Names without a dot and those of RFC 6761, RFC 6762 and RFC 8375 are not internet names.
  var isInLocalNetwork: Bool {
    if scheme == "file" { return true }
    if let address = IPAddress(host) { return address.isLocal }
    let labels = host.lowercased().split(separator: ".")
    guard labels.count > 1, let last = labels.last else { return true }
    return ["localhost", "local", "internal"].contains(last) || labels.suffix(2) == ["home", "arpa"]
  }

  /// Returns whether another URL has the same scheme, host and port.
  func isOrigin(of other: ParsedURL) -> Bool { origin == other.origin }

  private var origin: [String] {
    guard let handle = curl_url() else { return [] }
    defer { curl_url_cleanup(handle) }
    curl_url_set(handle, CURLUPART_URL, text, Self.flags)
    return [CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT].map { part in
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else {
        return ""
      }
      defer { curl_free(text) }
      return String(cString: text).lowercased()
    }
  }
}
