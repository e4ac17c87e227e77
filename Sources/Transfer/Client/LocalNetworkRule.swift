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

  /// Returns whether a connection for a request of the URL may lead to the address.
  ///
  /// A proxy may be local: it decides itself which hosts it connects to.
  func allows(_ address: IPAddress, port: Int, for url: ParsedURL) -> Bool {
    allowsLocal || !address.isLocal || Self.proxyPort(for: url) == port
  }

  /// Forbids local addresses for the rest of the transfer, unless the redirect came from a local one.
  mutating func followRedirect(fromLocal isLocal: Bool) { allowsLocal = allowsLocal && isLocal }

  /// Returns whether a response came from the local network, by the address of the connection.
  static func isLocal(_ url: ParsedURL, connectedTo address: IPAddress?, port: Int) -> Bool {
    url.isInLocalNetwork || address?.isLocal == true && proxyPort(for: url) != port
  }

  /// Returns the port of the proxy that the environment names for a URL, by the rules of libcurl; `nil` if it is requested without
  /// a proxy.
  static func proxyPort(for url: ParsedURL) -> Int? {
    let environment = ProcessInfo.processInfo.environment
    func value(_ names: [String]) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    if url.isLoopback || isExcepted(url.host, by: value(["no_proxy", "NO_PROXY"]) ?? "") { return nil }
    let names = url.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard let text = value(names + ["all_proxy", "ALL_PROXY"]),
      let curl = try? CurlLibrary.functions(for: TransferURL(text)),
      let handle = URLHandle(curl),
      handle.parse(text, CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME) == CURLUE_OK
    else { return nil }
    // libcurl's port of a proxy whose URL names none.
    return handle.part(CURLUPART_PORT).map { Int($0) } ?? 1080
  }

  /// Returns whether `no_proxy` names a host, or a domain of the host.
  ///
  /// Networks in that list (`10.0.0.0/8`) match addresses only, whose text shows already that they are local.
  private static func isExcepted(_ host: String, by list: String) -> Bool {
    if list == "*" { return true }
    func labels(_ name: some StringProtocol) -> [Substring] { name.lowercased().split(separator: ".") }
    let host = labels(host)
    return list.split { $0 == "," || $0.isWhitespace }.map(labels).contains { domain in
      !domain.isEmpty && host.suffix(domain.count).elementsEqual(domain)
    }
  }
}
