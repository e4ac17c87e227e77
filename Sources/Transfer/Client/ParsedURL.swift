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
    let curl = try CurlLibrary.functions(for: url)
    guard let handle = URLHandle(curl) else { throw TransferError(.failed, url) }
    if let base { handle.parse(base.text, Self.flags) }
    let result = handle.parse(url.text, Self.flags)
    guard result == CURLUE_OK else {
      throw TransferError(.malformedURL, url, curlText: curl.message(for: result))
    }
    try self.init(handle, curl, url)
  }

  private init(_ handle: borrowing URLHandle, _ curl: CurlFunctions, _ url: TransferURL) throws(TransferError)
  {
    self.curl = curl
    text = handle.part(CURLUPART_URL) ?? ""
    scheme = (handle.part(CURLUPART_SCHEME) ?? "").lowercased()
    host = handle.part(CURLUPART_HOST) ?? ""
    path = handle.part(CURLUPART_PATH, CURLU_URLDECODE) ?? ""
    guard ["http", "https", "file"].contains(scheme) else { throw TransferError(.unsupportedScheme, url) }
  }

  /// Returns the URL with the user name and the password of another one, unless it has a user name itself.
  func addingCredentials(of other: ParsedURL) throws(TransferError) -> ParsedURL {
    guard var handle = makeHandle(), let others = other.makeHandle(), handle.part(CURLUPART_USER) == nil
    else { return self }
    handle.set(CURLUPART_USER, others.part(CURLUPART_USER))
    handle.set(CURLUPART_PASSWORD, others.part(CURLUPART_PASSWORD))
    return try ParsedURL(handle, curl, TransferURL(text))
  }

  /// Returns a handle with the URL; `nil` if memory is exhausted.
  private func makeHandle() -> URLHandle? {
    guard let handle = URLHandle(curl) else { return nil }
    handle.parse(text, Self.flags)
    return handle
  }

  /// A Boolean value that indicates whether the host is this machine: a proxy would interpret it as its own
  /// machine.
  var isLoopback: Bool {
    labels.last == "localhost" || host == "[::1]"
      || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber })
  }

  /// The parts of the host's name, in lower case.
  private var labels: [Substring] { host.lowercased().split(separator: ".") }

  /// A Boolean value that indicates whether the text of the URL names this machine or its network.
  ///
  /// Names without a dot and those of RFC 6761, RFC 6762 and RFC 8375 are not internet names.
  var isInLocalNetwork: Bool {
    if scheme == "file" { return true }
    if let address = IPAddress(host) { return address.isLocal }
    let labels = labels
    guard labels.count > 1, let last = labels.last else { return true }
    return ["localhost", "local", "internal"].contains(last) || labels.suffix(2) == ["home", "arpa"]
  }

  /// Returns whether another URL has the same scheme, host and port.
  func isOrigin(of other: ParsedURL) -> Bool { origin == other.origin }

  private var origin: [String] {
    guard let handle = makeHandle() else { return [] }
    return [CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT].map { part in
      (handle.part(part, CURLU_DEFAULT_PORT) ?? "").lowercased()
    }
  }
}
