internal import CCurl

/// A URL as libcurl's own parser understands it, so that both always agree.
struct ParsedURL {
  let text: String
  let scheme: String
  let host: String
  /// The percent-decoded path.
  let path: String

  private let curl: CurlFunctions

  private static let flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE

  /// Parses a URL, which may be relative to another one.
  ///
  /// Blanks and non-ASCII characters are percent-encoded, because users type them.
  init(_ url: TransferURL, relativeTo base: ParsedURL? = nil) throws(TransferError) {
    curl = try CurlLibrary.functions(for: url)
    guard let handle = URLHandle(curl) else { throw TransferError(.failed, url) }
    if let base { handle.parse(base.text, Self.flags) }
    let result = handle.parse(url.text, Self.flags)
    guard result == CURLUE_OK else {
      throw TransferError(.malformedURL, url, curlText: curl.message(for: result))
    }
    text = handle.part(CURLUPART_URL) ?? ""
    scheme = (handle.part(CURLUPART_SCHEME) ?? "").lowercased()
    host = handle.part(CURLUPART_HOST) ?? ""
    path = handle.part(CURLUPART_PATH, CURLU_URLDECODE) ?? ""
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
    guard let handle = URLHandle(curl) else { return [] }
    handle.parse(text, Self.flags)
    return [CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT].map { part in
      (handle.part(part, CURLU_DEFAULT_PORT) ?? "").lowercased()
    }
  }
}
