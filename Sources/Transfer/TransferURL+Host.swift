extension TransferURL {
  /// The host in lower case, without port; empty for `file:`, `nil` if the text is not a valid URL.
  ///
  /// It is parsed by libcurl, which also makes the connection.
  public var host: String? {
    (try? ParsedURL(self))?.host.lowercased()
  }

  /// A Boolean value that indicates whether the URL is a file, or has a loopback host.
  public var isLocal: Bool {
    guard let parsed = try? ParsedURL(self) else { return false }
    return parsed.scheme == "file" || parsed.isLoopback
  }

  /// A Boolean value that indicates whether the text of the URL names this machine or its network; `false`
  /// for an invalid URL.
  ///
  /// A name that resolves to a local address is detected only when it is fetched: see
  /// ``TransferRequest/allowsLocalNetwork``.
  public var isInLocalNetwork: Bool {
    (try? ParsedURL(self))?.isInLocalNetwork ?? false
  }
}
