/// A request that the loopback server received.
public struct LoopbackRequest: Hashable, Sendable {
  /// The method, usually `GET`.
  public var method: String
  /// The path and the query, unchanged.
  public var target: String
  /// The header fields, with lowercase names.
  public var headers: [String: String]
  /// The body, such as the form of a POST request.
  public var body: [UInt8] = []

  /// Creates a request without a connection.
  public init(
    _ target: String, method: String = "GET", headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.target = target
    self.method = method
    self.headers = headers
    self.body = body
  }

  /// The path without the query.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The arguments of the query, percent-decoded; the last one of each name.
  public var query: [String: String] {
    Self.arguments(in: target.drop { $0 != "?" }.dropFirst())
  }

  /// The arguments of the query, of a form in the body (RFC 1866, section 8.2.1), and of OAuth's header (RFC
  /// 5849, section 3.5.1), whose consumer key becomes `api_key`.
  public var arguments: [String: String] {
    var result = query
    if headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") ?? false {
      result.merge(Self.arguments(in: String(decoding: body, as: UTF8.self)[...])) { $1 }
    }
    if let header = headers["authorization"], header.hasPrefix("OAuth ") {
      for pair in header.dropFirst(6).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let name = String(parts[0].drop { $0 == " " })
        result[name] = Self.decoded(parts[1].filter { $0 != "\"" }[...])
      }
    }
    result["api_key"] = result["api_key"] ?? result["oauth_consumer_key"]
    return result
  }

  private static func arguments(in text: Substring) -> [String: String] {
    var result: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      result[decoded(parts[0])] = parts.count > 1 ? decoded(parts[1]) : ""
    }
    return result
  }

  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses the header of a request, or returns `nil` if it is invalid.
  init?(header: [UInt8]) {
    let lines = String(decoding: header, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    headers = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
  }
}
