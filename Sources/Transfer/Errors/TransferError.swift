/// The reason why a transfer produced no response.
///
/// An HTTP status of 400 and above is not an error here: it is a response, which the caller evaluates.
public struct TransferError: Error, Hashable, Sendable {
  /// The kind of failure; later versions may add more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A word for the kind.
    public let rawValue: String

    /// Creates a kind from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The requested URL, which prints without secrets.
  public let url: TransferURL
  /// The subject of the failure: a time, a size, or the URL of a redirect.
  ///
  /// It contains no secrets.
  public let detail: String
  /// The HTTP status of the response in progress, if any.
  public let httpStatus: Int?
  /// libcurl's code, if the failure came from libcurl.
  public let curlCode: UInt32?
  /// libcurl's message, without secrets; empty if the failure did not come from libcurl.
  public let curlText: String

  /// Creates an error; removes secrets from `detail` and `curlText`.
  public init(
    _ code: Code, _ url: TransferURL, detail: String = "", httpStatus: Int? = nil, curlCode: UInt32? = nil,
    curlText: String = ""
  ) {
    self.code = code
    self.url = url
    self.detail = TransferURL.redact(detail)
    self.httpStatus = httpStatus
    self.curlCode = curlCode
    self.curlText = TransferURL.redact(curlText)
  }
}

extension TransferError.Code {
  /// The text is not a valid URL.
  public static let malformedURL = Self(rawValue: "malformedURL")
  /// The address has a scheme other than `http`, `https` and `file`.
  public static let unsupportedScheme = Self(rawValue: "unsupportedScheme")
  /// The file of a `file:` URL does not exist.
  public static let noSuchFile = Self(rawValue: "noSuchFile")
  /// A `file:` URL names a folder, a device, or a file that may not be read.
  public static let unreadableFile = Self(rawValue: "unreadableFile")
  /// The host (or the proxy) has no address.
  public static let unknownHost = Self(rawValue: "unknownHost")
  /// The host refused the connection.
  public static let connectionRefused = Self(rawValue: "connectionRefused")
  /// The connection failed for another reason, such as no route or a timeout.
  public static let unreachable = Self(rawValue: "unreachable")
  /// Stalled: nothing was received for as long as the limit.
  ///
  /// A connection timeout is `unreachable`.
  public static let timedOut = Self(rawValue: "timedOut")
  /// The transfer exceeded its overall timeout.
  public static let tooSlow = Self(rawValue: "tooSlow")
  /// The proxy that the environment names is unreachable, or refuses.
  public static let proxy = Self(rawValue: "proxy")
  /// The body is larger than the limit.
  public static let bodyTooLarge = Self(rawValue: "bodyTooLarge")
  /// The connection ended before the response did.
  public static let cutOff = Self(rawValue: "cutOff")
  /// The task was canceled.
  public static let canceled = Self(rawValue: "canceled")
  /// The server redirects to a scheme that is not followed, such as `file:`.
  public static let redirectRefused = Self(rawValue: "redirectRefused")
  /// The server redirects a request that holds a key to another scheme, host or port.
  public static let foreignRedirect = Self(rawValue: "foreignRedirect")
  /// A URL that must lead to the internet leads into the local network, directly or by a redirect.
  public static let localAddress = Self(rawValue: "localAddress")
  /// More redirects than the limit.
  public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
  /// TLS failed: certificate, name or protocol.
  public static let tls = Self(rawValue: "tls")
  /// The server of an `https:` address does not speak TLS.
  public static let noTLS = Self(rawValue: "noTLS")
  /// The server of an `https:` address accepted the connection, and did not answer the handshake of TLS in time.
  public static let unansweredTLS = Self(rawValue: "unansweredTLS")
  /// The header of the response is larger than the limit.
  public static let headerTooLarge = Self(rawValue: "headerTooLarge")
  /// The body is not compressed as the header says, or the compressed data is damaged.
  public static let damagedCompression = Self(rawValue: "damagedCompression")
  /// This system has no libcurl, or one that cannot enforce the limits.
  public static let unusableLibrary = Self(rawValue: "unusableLibrary")
  /// The received bytes are not HTTP, or libcurl refuses them for another reason.
  public static let failed = Self(rawValue: "failed")
}
