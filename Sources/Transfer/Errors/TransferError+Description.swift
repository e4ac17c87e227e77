public import Foundation

extension TransferError: CustomStringConvertible {
  /// The error in one sentence, without secrets.
  public var description: String {
    switch code {
    case .malformedURL: "“\(url)” is not an address\(because)."
    case .unsupportedScheme: "“\(url)” cannot be fetched: only http:, https: and file: addresses can."
    case .noSuchFile: "There is no file \(detail)."
    case .unreadableFile: "The file \(detail) cannot be read."
    case .unknownHost: "The host \(detail) is not known."
    case .connectionRefused: "\(detail) refused the connection."
    case .unreachable: "\(detail) cannot be reached\(because)."
    case .proxy: "The proxy \(detail) cannot be used\(because); check http_proxy and https_proxy."
    case .timedOut, .tooSlow: "\(url.brief) timed out: \(detail)."
    case .bodyTooLarge: "The answer of \(url.brief) is larger than \(detail)."
    case .cutOff: "The answer of \(url.brief) was cut off\(because)."
    case .canceled: "The transfer of \(url.brief) was canceled."
    case .redirectRefused:
      "\(url.brief) redirects to \(detail), which is not followed: only http: and https: are."
    case .foreignRedirect:
      "\(url.brief) redirects to \(detail), which is not followed: an address with a key goes to no other scheme, host or port."
    case .localAddress:
      "\(url.brief) leads to \(detail) in the local network, which is not fetched: only local pages may lead there."
    case .tooManyRedirects: "\(url.brief) redirects more than \(detail) times."
    case .tls: "There is no secure connection to \(detail)\(because)."
    case .noTLS:
      "There is no secure connection to \(detail): the server does not speak TLS; check the address and the port."
    case .unansweredTLS:
      "There is no secure connection to \(detail): the server does not answer the handshake of TLS; check the network and the port."
    case .headerTooLarge: "The header of the answer of \(url.brief) is too large; check the address."
    case .damagedCompression:
      "The compressed answer of \(url.brief) cannot be unpacked\(because); check the server or the proxy."
    case .unusableLibrary: "Nothing can be fetched: \(detail)."
    default: "\(url.brief) cannot be fetched\(because)."
    }
  }

  /// libcurl's message as the rest of a sentence.
  private var because: String {
    curlText.isEmpty ? "" : " (\(curlText))"
  }
}

extension TransferError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
