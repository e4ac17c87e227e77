/// A request as the loopback server got it.
public struct LoopbackRequest: Hashable, Sendable {
  /// `GET` as a rule.
  public var method: String
  /// Path and query as they were sent.
  public var target: String
  /// Names in lower case.
  public var headers: [String: String]

  /// The path without the query.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The arguments of the query, percent-decoded; the last of a name counts.
  public var query: [String: String] {
    let text = target.drop { $0 != "?" }.dropFirst()
    var result: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      result[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
    }
    return result
  }

  private static func decoded(_ text: Substring) -> String {
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

  /// Reads the header of a request; `nil` when it is none.
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
