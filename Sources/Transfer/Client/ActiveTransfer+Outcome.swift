internal import CCurl
internal import Foundation

extension ActiveTransfer {
  /// Returns the response, or the error.
  func outcome(of result: CURLcode) -> Result<TransferResponse, TransferError> {
    if let refusal { return .failure(refusal) }
    if let connectionRefusal, result == CURLE_COULDNT_CONNECT || result == CURLE_ABORTED_BY_CALLBACK {
      return .failure(connectionRefusal)
    }
    guard result == CURLE_OK else { return .failure(error(result)) }
    // A limit of one year, so that sums cannot overflow.
    let wait = min(offset(CURLINFO_RETRY_AFTER), 31_536_000)
    return .success(
      TransferResponse(
        status: status, headers: head.fields, body: body,
        finalURL: TransferURL(text(CURLINFO_EFFECTIVE_URL) ?? address.text),
        bytesReceived: Int(offset(CURLINFO_SIZE_DOWNLOAD_T)), retryAfter: wait > 0 ? .seconds(wait) : nil,
        isFromLocalNetwork: isConnectedLocally))
  }

  /// The HTTP status, as libcurl reports it; `nil` for `file:`, and before one was received.
  var status: Int? {
    guard address.scheme != "file" else { return nil }
    let status = number(CURLINFO_RESPONSE_CODE)
    return status == 0 ? nil : status
  }

  /// A Boolean value that indicates whether the connected address is in the local network.
  var isConnectedLocally: Bool {
    LocalNetworkRule.isLocal(
      address, connectedTo: text(CURLINFO_PRIMARY_IP).flatMap { IPAddress($0) },
      port: number(CURLINFO_PRIMARY_PORT))
  }

  private func error(_ result: CURLcode) -> TransferError {
    let (code, detail) = proxyReason(of: result) ?? reason(of: result)
    return TransferError(
      code, order.request.url, detail: detail, httpStatus: status ?? redirectStatus,
      curlCode: result.rawValue,
      curlText: words.isEmpty ? curl.message(for: result) : words)
  }

  private var words: String { String(cString: errorText) }

  /// Returns the error if the proxy caused it; otherwise `nil`.
  private func proxyReason(of result: CURLcode) -> (TransferError.Code, detail: String)? {
    switch result {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return (.proxy, words.split(separator: " ").last.map(String.init) ?? "")
    case CURLE_COULDNT_CONNECT:
      // libcurl names the host that it tried only in its error message, and a host of other letters by their ASCII form.
      guard let match = words.firstMatch(of: /connect to (\S+) port (\d+)/), match.1 != bareHost,
        LocalNetworkRule.proxyPort(for: address).map(String.init) == String(match.2)
      else { return nil }
      return (.proxy, "\(match.1):\(match.2)")
    default:
      let answer = number(CURLINFO_HTTP_CONNECTCODE)
      return answer == 0 || (200..<300).contains(answer) ? nil : (.proxy, "for \(address.host)")
    }
  }

  private var bareHost: Substring { address.host.drop { $0 == "[" }.prefix { $0 != "]" } }

  private func reason(of result: CURLcode) -> (TransferError.Code, detail: String) {
    switch result {
    case CURLE_URL_MALFORMAT: (.malformedURL, "")
    case CURLE_FILE_COULDNT_READ_FILE: (.unreadableFile, address.path)
    case CURLE_COULDNT_RESOLVE_HOST: (.unknownHost, address.host)
    case CURLE_COULDNT_CONNECT:
      (number(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED) ? .connectionRefused : .unreachable, origin)
    case CURLE_OPERATION_TIMEDOUT: expiredLimit
    case CURLE_FILESIZE_EXCEEDED: (.bodyTooLarge, ByteCount.text(order.request.limits.bodyBytes))
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
      CURLE_HTTP2_STREAM:
      (.cutOff, "")
    // libcurl accepts no line beyond 100 kB, and before 8.6 reports that as out of memory.
    case CURLE_OUT_OF_MEMORY, Self.tooLarge: (.headerTooLarge, "")
    case CURLE_BAD_CONTENT_ENCODING: (.damagedCompression, "")
    case CURLE_SSL_CONNECT_ERROR where isPlainAnswer: (.noTLS, address.host)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ISSUER_ERROR:
      (.tls, address.host)
    default: (.failed, "")
    }
  }

  /// `CURLE_TOO_LARGE`, which libcurl's headers before 8.6 lack.
  private static let tooLarge = CURLcode(rawValue: 100)

  /// The host and port as written in the URL.
  private var origin: String {
    let host = address.text.dropFirst(address.scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.split(separator: "@").last.map(String.init) ?? address.host
  }

  /// libcurl has one code for three limits; its message and the phase that the transfer reached distinguish them.
  ///
  /// The time that passed does not: libcurl's clock may reach a limit a fraction of a millisecond before this one.
  private var expiredLimit: (TransferError.Code, detail: String) {
    let limits = order.request.limits
    if words.contains("Operation too slow") {
      return (.timedOut, "nothing came for \(limits.stallTime.text)")
    }
    if offset(CURLINFO_PRETRANSFER_TIME_T) == 0, limits.connectTime < limits.overallTime {
      return isTLSUnanswered ? (.unansweredTLS, address.host) : (.unreachable, origin)
    }
    return (.tooSlow, "it did not finish within \(limits.overallTime.text)")
  }

  /// A Boolean value that indicates whether the peer did not send TLS, by the messages of OpenSSL and
  /// GnuTLS.
  private var isPlainAnswer: Bool {
    ["wrong version number", "packet length too long", "http request", "unexpected TLS packet"]
      .contains { words.contains($0) }
  }

  /// A Boolean value that indicates whether the server accepted the connection but did not answer the TLS
  /// handshake.
  ///
  /// libcurl counts the handshake as a part of connecting; only its message says which part timed out, and
  /// distinguishes a proxy that does not answer CONNECT.
  private var isTLSUnanswered: Bool {
    guard address.scheme == "https", !words.contains("CONNECT") else { return false }
    return words.contains("SSL connection timeout") || offset(CURLINFO_CONNECT_TIME_T) > 0
  }

  func number(_ info: CURLINFO) -> Int {
    var value = 0
    _ = curl.getLong(handle, info, &value)
    return value
  }

  private func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    _ = curl.getOffset(handle, info, &value)
    return Int64(value)
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    _ = curl.getText(handle, info, &value)
    return value.map { String(cString: $0) }
  }
}

extension Duration {
  /// “20 s”, “300 ms”.
  fileprivate var text: String {
    let milliseconds = self / .milliseconds(1)
    if milliseconds < 1000 { return "\(Int(milliseconds)) ms" }
    let seconds = (milliseconds / 100).rounded() / 10
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
