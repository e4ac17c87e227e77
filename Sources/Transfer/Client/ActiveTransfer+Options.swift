internal import CCurl
internal import Foundation

extension ActiveTransfer {
  /// Sets the options that are the same for all URLs of the transfer.
  ///
  /// - Throws: A `TransferError` if this libcurl does not support an option: without it a limit would have
  ///   no effect.
  func setOptions(
    userAgent: String, headerLines: UnsafeMutablePointer<curl_slist>?
  ) throws(TransferError) {
    try set(CURLOPT_USERAGENT, userAgent)
    try set(CURLOPT_ACCEPT_ENCODING, "gzip")
    // Timeouts without SIGALRM, which would affect the whole process.
    try set(CURLOPT_NOSIGNAL, 1)
    // The name resolution of a canceled transfer is abandoned instead of awaited; libcurl before 7.87
    // waits.
    _ = curl.setLong(handle, CURLOPT_QUICK_EXIT, 1)
    try set(headerLines: headerLines)
    // A file is read only if the request names a file: a redirect must not lead to one.
    try set(CURLOPT_PROTOCOLS_STR, address.scheme == "file" ? "file" : "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try setLimits(order.request.limits)
    try setCertificates()
    // A proxy's response to CONNECT is not the server's header.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  /// Sets the options that depend on the URL: the request's, or that of a redirect.
  func setAddress() throws(TransferError) {
    try set(CURLOPT_URL, address.text)
    // Nil lets the environment select the proxy.
    try check(curl.setText(handle, CURLOPT_PROXY, address.isLoopback ? "" : nil))
    let rest = order.request.limits.overallTime - (redirects == 0 ? .zero : start.duration(to: .now))
    try set(CURLOPT_TIMEOUT_MS, rest.milliseconds)
  }

  /// Removes header fields with credentials, for a request to another server.
  func dropCredentials() throws(TransferError) {
    let kept = order.request.headers.filter { line in
      let name = line.prefix { $0 != ":" && $0 != ";" }.lowercased()
      return !["authorization", "cookie", "proxy-authorization"].contains(name)
    }
    guard kept.count < order.request.headers.count else { return }
    try replaceHeaderLines(kept)
  }

  private func setLimits(_ limits: TransferLimits) throws(TransferError) {
    // An announced body that is too large is refused before it is received; other bodies are counted while
    // they are received.
    try check(
      curl.setOffset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(0, limits.bodyBytes))))
    try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTime.milliseconds)
    try set(CURLOPT_LOW_SPEED_LIMIT, 1)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, limits.stallTime.milliseconds / 1000))
    try set(CURLOPT_MAXAGE_CONN, max(1, limits.idleTime.milliseconds / 1000))
  }

  /// The `curl` command honors these variables, in this order; the library leaves them to the program.
  private func setCertificates() throws(TransferError) {
    let environment = ProcessInfo.processInfo.environment
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let bundle = value("CURL_CA_BUNDLE") {
      try set(CURLOPT_CAINFO, bundle)
    } else {
      if let folder = value("SSL_CERT_DIR") { try set(CURLOPT_CAPATH, folder) }
      if let file = value("SSL_CERT_FILE") { try set(CURLOPT_CAINFO, file) }
    }
  }

  func set(_ option: CURLoption, _ value: Int) throws(TransferError) {
    try check(curl.setLong(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(TransferError) {
    try check(curl.setText(handle, option, value))
  }

  func set(headerLines: UnsafeMutablePointer<curl_slist>?) throws(TransferError) {
    try check(curl.setHeaders(handle, headerLines))
  }

  /// Throws if libcurl rejected an option.
  func check(_ result: CURLcode) throws(TransferError) {
    guard result != CURLE_OK else { return }
    throw TransferError(
      .unusableLibrary, order.request.url,
      detail: "this libcurl does not take an option (\(curl.message(for: result)))",
      curlCode: result.rawValue)
  }
}

extension Duration {
  /// At least 1: to libcurl 0 means no limit.
  fileprivate var milliseconds: Int {
    // A year is practically unlimited, and fits into libcurl's 32-bit values after its own conversions.
    let (seconds, attoseconds) = min(max(self, .zero), .seconds(31_536_000)).components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
