internal import CCurl
internal import Foundation

extension ActiveTransfer {
  /// The response, or why there is none.
  func outcome(of result: CURLcode) -> Result<TransferResponse, TransferError> {
    if let refusal { return .failure(refusal) }
    guard result == CURLE_OK else { return .failure(error(result)) }
    let wait = offset(CURLINFO_RETRY_AFTER)
    return .success(
      TransferResponse(
        status: address.scheme == "file" ? nil : head.status, headers: head.fields, body: body,
        finalURL: TransferURL(text(CURLINFO_EFFECTIVE_URL) ?? address.text),
        bytesReceived: Int(offset(CURLINFO_SIZE_DOWNLOAD_T)), retryAfter: wait > 0 ? .seconds(wait) : nil))
  }

  private func error(_ result: CURLcode) -> TransferError {
    let (code, detail) = proxyReason(of: result) ?? reason(of: result)
    return TransferError(
      code, order.request.url, detail: detail, httpStatus: head.status, curlCode: result.rawValue,
      curlText: words.isEmpty ? String(cString: curl_easy_strerror(result)) : words)
  }

  private var words: String { String(cString: errorText) }

  /// Why it is the proxy with which something is wrong; `nil` when it is not.
  private func proxyReason(of result: CURLcode) -> (TransferError.Code, detail: String)? {
    switch result {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return (.proxy, words.split(separator: " ").last.map(String.init) ?? "")
    case CURLE_COULDNT_CONNECT:
      // libcurl does not tell whom it tried but in its words.
      guard let match = words.firstMatch(of: /connect to (\S+) port (\d+)/), match.1 != bareHost else {
        return nil
      }
      return (.proxy, "\(match.1):\(match.2)")
    default:
      let answer = number(CURLINFO_HTTP_CONNECTCODE)
      return answer == 0 || (200..<300).contains(answer) ? nil : (.proxy, "for \(reached.host)")
    }
  }

  /// The address that was tried last, after redirects.
  private var reached: ParsedURL {
    let last = text(CURLINFO_EFFECTIVE_URL).map { TransferURL($0) }
    return last.flatMap { try? ParsedURL($0) } ?? address
  }

  private var bareHost: Substring { reached.host.drop { $0 == "[" }.prefix { $0 != "]" } }

  private func reason(of result: CURLcode) -> (TransferError.Code, detail: String) {
    switch result {
    case CURLE_URL_MALFORMAT: (.malformedURL, "")
    case CURLE_FILE_COULDNT_READ_FILE: (.unreadableFile, address.path)
    case CURLE_COULDNT_RESOLVE_HOST: (.unknownHost, reached.host)
    case CURLE_COULDNT_CONNECT:
      (number(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED) ? .connectionRefused : .unreachable, origin)
    case CURLE_OPERATION_TIMEDOUT: expiredLimit
    case CURLE_FILESIZE_EXCEEDED: (.bodyTooLarge, ByteCount.text(order.request.limits.bodyBytes))
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
      CURLE_HTTP2_STREAM:
      (.cutOff, "")
    // The code also stands for an answer that is no HTTP.
    case CURLE_UNSUPPORTED_PROTOCOL where head.location != nil: (.redirectRefused, head.location ?? "")
    case CURLE_TOO_MANY_REDIRECTS: (.tooManyRedirects, String(order.request.limits.redirects))
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ISSUER_ERROR:
      (.tls, reached.host)
    default: (.failed, "")
    }
  }

  /// Host and port as the address has them.
  private var origin: String {
    let reached = reached
    let host = reached.text.dropFirst(reached.scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.split(separator: "@").last.map(String.init) ?? reached.host
  }

  /// libcurl has one code for three limits; what it had reached tells them apart.
  private var expiredLimit: (TransferError.Code, detail: String) {
    let limits = order.request.limits
    let spent = Duration.microseconds(offset(CURLINFO_TOTAL_TIME_T))
    if spent >= limits.overallTime {
      return (.tooSlow, "it did not finish within \(limits.overallTime.text)")
    }
    if offset(CURLINFO_PRETRANSFER_TIME_T) == 0 { return (.unreachable, origin) }
    return (.timedOut, "nothing came for \(limits.stallTime.text)")
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    _ = proofsheet_getinfo_long(handle, info, &value)
    return value
  }

  private func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    _ = proofsheet_getinfo_offset(handle, info, &value)
    return Int64(value)
  }

  private func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    _ = proofsheet_getinfo_text(handle, info, &value)
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
