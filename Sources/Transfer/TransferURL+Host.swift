extension TransferURL {
  /// The host in lower case, without port; empty for `file:`, `nil` when the text is no address that can be fetched.
  ///
  /// As libcurl reads it, which is also what connects to it.
  public var host: String? {
    (try? ParsedURL(self))?.host.lowercased()
  }

  /// Whether it is on this machine: a file, or served by a loopback address.
  public var isLocal: Bool {
    guard let parsed = try? ParsedURL(self) else { return false }
    return parsed.scheme == "file" || parsed.isLoopback
  }

  /// A Boolean value that indicates whether the address leads to this machine or into its network, as far as its
  /// spelling tells; `false` for what is no address.
  ///
  /// A name that resolves to a local address is found out only when it is fetched: see
  /// ``TransferRequest/allowsLocalNetwork``.
  public var isInLocalNetwork: Bool {
    (try? ParsedURL(self))?.isInLocalNetwork ?? false
  }
}
