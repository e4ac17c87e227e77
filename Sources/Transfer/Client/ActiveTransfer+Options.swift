internal import CCurl
internal import Foundation

extension ActiveTransfer {
  /// Tells libcurl what to fetch, within which bounds.
  func setOptions(userAgent: String, headerLines: UnsafeMutablePointer<curl_slist>?) {
    set(CURLOPT_URL, address.text)
    set(CURLOPT_USERAGENT, userAgent)
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    // Time limits without SIGALRM, which would belong to the whole process.
    set(CURLOPT_NOSIGNAL, 1)
    // A name look-up whose transfer was cancelled is left behind instead of waited for.
    set(CURLOPT_QUICK_EXIT, 1)
    _ = proofsheet_setopt_headers(handle, headerLines)
    setProtocols()
    setLimits(order.request.limits)
    setCertificates()
    // What a proxy answers to CONNECT is not the server's header.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if address.isLoopback { set(CURLOPT_PROXY, "") }
  }

  /// A file is read only where a file was asked for: no server gets one by a redirect.
  private func setProtocols() {
    set(CURLOPT_PROTOCOLS_STR, address.scheme == "file" ? "file" : "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 1)
    set(CURLOPT_MAXREDIRS, order.request.limits.redirects)
  }

  private func setLimits(_ limits: TransferLimits) {
    // What the server announces is refused before it comes; what it does not announce is counted as it comes.
    _ = proofsheet_setopt_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.bodyBytes))
    set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTime.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, max(1, limits.stallTime.milliseconds / 1000))
    set(CURLOPT_TIMEOUT_MS, limits.overallTime.milliseconds)
  }

  /// The `curl` command heeds these variables, in this order; the library leaves it to the program.
  private func setCertificates() {
    let environment = ProcessInfo.processInfo.environment
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let bundle = value("CURL_CA_BUNDLE") {
      set(CURLOPT_CAINFO, bundle)
    } else {
      if let folder = value("SSL_CERT_DIR") { set(CURLOPT_CAPATH, folder) }
      if let file = value("SSL_CERT_FILE") { set(CURLOPT_CAINFO, file) }
    }
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = proofsheet_setopt_long(handle, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    _ = proofsheet_setopt_text(handle, option, value)
  }
}

extension Duration {
  /// At least 1: to libcurl 0 means no limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    // A thousand years are as good as no limit, and do not overflow.
    return max(1, Int(min(seconds, 31_536_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
