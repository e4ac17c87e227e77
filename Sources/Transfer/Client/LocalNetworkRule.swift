internal import CCurl
internal import Foundation

/// The rule that decides whether a transfer may reach an address in the local network.
///
/// A page from the internet must not make the program request services of this machine or its network. The
/// text of a name is checked first, then the address of the connection, because any name may resolve to any
/// address.
struct LocalNetworkRule {
  /// A Boolean value that indicates whether local addresses may be reached.
  private(set) var allowsLocal: Bool

  /// Returns whether the transfer may request the URL, as far as its text shows.
  func allows(_ url: ParsedURL) -> Bool { allowsLocal || !url.isInLocalNetwork }

  /// Returns whether a connection for a request with that scheme may lead to the address.
  ///
  /// A proxy may be local: it decides itself which hosts it connects to.
  func allows(_ address: IPAddress, port: Int, scheme: String) -> Bool {
    allowsLocal || !address.isLocal || Self.proxyPort(for: scheme) == port
  }

  /// Forbids local addresses for the rest of the transfer, unless the redirect came from a local one.
  mutating func followRedirect(fromLocal isLocal: Bool) { allowsLocal = allowsLocal && isLocal }

  /// Returns whether a response came from the local network, by the address of the connection.
  static func isLocal(_ url: ParsedURL, connectedTo address: IPAddress?, port: Int) -> Bool {
    url.isInLocalNetwork || address?.isLocal == true && proxyPort(for: url.scheme) != port
  }

  /// Returns the port of the proxy that the environment names for a scheme, by the rules of libcurl; `nil`
  /// without a proxy.
  static func proxyPort(for scheme: String) -> Int? {
    let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let environment = ProcessInfo.processInfo.environment
    let text = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let text, let curl = try? CurlLibrary.functions(for: TransferURL(text)),
      let handle = URLHandle(curl),
      handle.parse(text, CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME) == CURLUE_OK
    else { return nil }
    // libcurl's port of a proxy whose URL names none.
    return handle.part(CURLUPART_PORT).map { Int($0) } ?? 1080
  }
}
