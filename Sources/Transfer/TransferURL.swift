/// A URL that may contain a secret, and never shows it.
///
/// `text` is passed to libcurl. Everything that prints the value, also as a part of another (interpolation,
/// `dump`, an error), gets the redacted form: without the values of `api_key` and other credentials, and
/// without a password.
public struct TransferURL: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The whole URL, including secrets: for requests only.
  public let text: String

  /// Creates a URL from `text`, which is validated when it is fetched.
  public init(_ text: String) {
    self.text = text
  }

  /// Creates a URL from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The URL without secrets.
  public var redacted: String {
    Self.redact(Self.redactUnencodedPassword(text))
  }

  /// A Boolean value that indicates whether the text is a URL without its secrets, which fetches nothing.
  public var isRedacted: Bool { text.contains(Self.hidden) }

  /// The URL for use in a sentence: without secrets, and with a shortened query.
  public var brief: String {
    let whole = redacted
    guard whole.count > Self.briefLength, let query = whole.firstIndex(of: "?"),
      let end = whole[query...].firstIndex(of: "&")
    else { return whole }
    return whole[...end] + Self.hidden
  }

  /// The maximum length of the URL in a line with other words.
  private static let briefLength = 60

  /// Replaces the values of `api_key` and other credentials, and the passwords of URLs, within `text`.
  public static func redact(_ text: String) -> String {
    redactPassword(redactKey(text))
  }

  /// A Boolean value that indicates whether the URL contains a key, so that it must go to no other host.
  public var holdsKey: Bool { !keys.isEmpty }

  /// The values of `api_key` and other credentials, which a response may repeat.
  public var keys: [String] {
    var keys: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard let name = Self.keyName(in: rest) else {
        rest = rest.dropFirst()
        continue
      }
      let value = rest.dropFirst(name.count).prefix { !$0.endsQueryValue }
      keys.append(String(decoding: value, as: UTF8.self))
      rest = rest[value.endIndex...]
    }
    return keys
  }

  /// The scheme in lower case, without the colon; `nil` if there is none.
  public var scheme: String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    guard scheme.first?.isLetter == true,
      scheme.utf8.allSatisfy({ $0.isSchemeCharacter })
    else { return nil }
    return scheme.lowercased()
  }
}

extension TransferURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The URL without secrets.
  public var description: String { redacted }

  /// The URL without secrets, in quotation marks.
  public var debugDescription: String { "\"\(redacted)\"" }

  /// A mirror that shows the URL without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["redacted": redacted])
  }
}

extension TransferURL {
  private static let hidden = "…"

  /// The query parameters with credentials for Flickr, with API keys and with OAuth 1.0a.
  private static let keyNames = [
    "api_key=", "api_sig=", "auth_token=", "oauth_consumer_key=", "oauth_token=", "oauth_signature=",
  ].map { Array($0.utf8) }

  private static func keyName(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
    keyNames.first { name in
      bytes.count >= name.count && zip(bytes, name).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
  }

  private static func redactKey(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard let name = keyName(in: bytes[index...]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      result += bytes[index..<index + name.count]
      index += name.count
      result += Array(hidden.utf8)
      while index < bytes.count, !bytes[index].endsQueryValue { index += 1 }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Replaces the password of a URL that is not valid because the password contains `/`, `?`, `#`, `@` or blanks.
  ///
  /// Digits up to a slash are a port. Anything else is not, and the host can then be behind any `@`.
  private static func redactUnencodedPassword(_ url: String) -> String {
    let password = /^([^:\/?#]*:\/\/[^:\/?#@\[]*):(?:[^\/?#]*@|(?!\d*(?:[\/?#]|$))(?s:.*)@)/
    return url.replacing(password) { "\($0.1):\(hidden)@" }
  }

  /// RFC 3986 allows a password only in `scheme://user:password@host`.
  private static func redactPassword(_ text: String) -> String {
    text.replacing(/:\/\/([^\/\s:@]*):[^\/\s@]*@/) { match in "://\(match.1):\(hidden)@" }
  }
}

extension UInt8 {
  fileprivate var endsQueryValue: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ";"): true
    default: self <= 0x20
    }
  }

  fileprivate var isSchemeCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
