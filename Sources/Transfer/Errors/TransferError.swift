/// Why a transfer brought no response.
///
/// An HTTP status of 400 and above is not among the reasons: it is a response, and its caller judges it.
public struct TransferError: Error, Hashable, Sendable {
  /// What kind of failure it was; more kinds may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A word for the kind.
    public let rawValue: String

    /// Makes a kind of its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of failure.
  public let code: Code
  /// What was asked for; it prints without secrets.
  public let url: TransferURL
  /// What the failure was about: a time, a size, an address that a redirect named.
  ///
  /// Without secrets.
  public let detail: String
  /// The HTTP status of the response that was under way, if one was.
  public let httpStatus: Int?
  /// libcurl's code, when the failure came from there.
  public let curlCode: UInt32?
  /// libcurl's own words, without secrets; empty when the failure did not come from there.
  public let curlText: String

  /// Makes an error; `detail` and `curlText` lose their secrets here.
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
  /// The text is no address.
  public static let malformedURL = Self(rawValue: "malformedURL")
  /// The address has a scheme other than `http`, `https` and `file`.
  public static let unsupportedScheme = Self(rawValue: "unsupportedScheme")
  /// A `file:` address names nothing.
  public static let noSuchFile = Self(rawValue: "noSuchFile")
  /// A `file:` address names a folder, a device, or a file that may not be read.
  public static let unreadableFile = Self(rawValue: "unreadableFile")
  /// The host (or the proxy) has no address.
  public static let unknownHost = Self(rawValue: "unknownHost")
  /// Nobody listens there.
  public static let connectionRefused = Self(rawValue: "connectionRefused")
  /// No connection for another reason, such as no route or no answer in time.
  public static let unreachable = Self(rawValue: "unreachable")
  /// Nothing came for as long as the limit says; no connection in time is `unreachable`.
  public static let timedOut = Self(rawValue: "timedOut")
  /// It did not finish within the time for all.
  public static let tooSlow = Self(rawValue: "tooSlow")
  /// The proxy that the environment names is not there, or refuses.
  public static let proxy = Self(rawValue: "proxy")
  /// The body is larger than the limit.
  public static let bodyTooLarge = Self(rawValue: "bodyTooLarge")
  /// The connection ended before the response did.
  public static let cutOff = Self(rawValue: "cutOff")
  /// The task was cancelled.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The server redirects to a scheme that is not followed, such as `file:`.
  public static let redirectRefused = Self(rawValue: "redirectRefused")
  /// The server redirects a request that holds a key to another host.
  public static let foreignRedirect = Self(rawValue: "foreignRedirect")
  /// An address that must lead to the internet leads into the local network, directly or by a redirect.
  public static let localAddress = Self(rawValue: "localAddress")
  /// More redirects than the limit.
  public static let tooManyRedirects = Self(rawValue: "tooManyRedirects")
  /// No secure connection: certificate, name or protocol.
  public static let tls = Self(rawValue: "tls")
  /// The server of an `https:` address does not speak TLS, or does not answer its handshake.
  public static let noTLS = Self(rawValue: "noTLS")
  /// The header of the response is larger than any real one.
  public static let headerTooLarge = Self(rawValue: "headerTooLarge")
  /// The body is not compressed as the header says, or the compressed data is damaged.
  public static let damagedCompression = Self(rawValue: "damagedCompression")
  /// The libcurl of this system cannot enforce the limits.
  public static let unusableLibrary = Self(rawValue: "unusableLibrary")
  /// The bytes that came are no HTTP, or anything else that libcurl refuses.
  public static let failed = Self(rawValue: "failed")
}
