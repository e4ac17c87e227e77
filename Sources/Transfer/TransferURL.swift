/// An address that may hold a secret, and never shows it.
///
/// `text` is what goes to libcurl. Everything that prints the value, also as a part of another (interpolation,
/// `dump`, an error), gets the redacted form: without the values of
/// `api_key` and of what else proves who asks, and without a password.
public struct TransferURL: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The whole address, secrets included: for requests only.
  public let text: String

  /// Makes an address of `text`; whether it is well-formed is found out when it is fetched.
  public init(_ text: String) {
    self.text = text
  }

  /// Makes an address of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The address without secrets.
  public var redacted: String {
    Self.redact(text)
  }

  /// The address for a sentence: without secrets, and of a long query only how it begins.
  public var brief: String {
    let whole = redacted
    guard whole.count > Self.briefLength, let query = whole.firstIndex(of: "?"),
      let end = whole[query...].firstIndex(of: "&")
    else { return whole }
    return whole[...end] + Self.hidden
  }

  /// What fits into a line with the words around it.
  private static let briefLength = 60

  /// Replaces the value of every `api_key` and its like, and of a password in addresses within `text`.
  public static func redact(_ text: String) -> String {
    redactPassword(redactKey(text))
  }

  /// Whether it holds a key, so that it must go to no other host than its own.
  public var holdsKey: Bool { !keys.isEmpty }

  /// The values of `api_key` and its like, which an answer may repeat.
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

  /// The scheme in lower case, without the colon; `nil` when there is none.
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
  /// The address without secrets.
  public var description: String { redacted }

  /// The address without secrets, in quotation marks.
  public var debugDescription: String { "\"\(redacted)\"" }

  /// A mirror that shows the address without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["redacted": redacted])
  }
}

extension TransferURL {
  private static let hidden = "…"

  /// What proves to Flickr who asks, with keys and with OAuth 1.0a.
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

  /// `scheme://user:password@host` is the only place where RFC 3986 lets a password stand.
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
