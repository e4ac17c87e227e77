import Foundation

/// The parts of a connection string that is a URI, cut as libpq cuts them.
struct AddressURI {
  /// The user, percent-encoded; `nil` without one.
  private let user: String?
  /// The password, percent-encoded; `nil` without one.
  let password: String?
  /// The hosts, ports and the database, percent-encoded.
  private let target: String
  /// The settings after the question mark.
  let settings: [AddressSetting]

  private static let schemes = ["postgresql://", "postgres://"]

  /// Returns whether a text begins as a URI of PostgreSQL does.
  static func isURI(_ text: String) -> Bool { schemes.contains { text.hasPrefix($0) } }

  /// Cuts a URI; `nil` for another text.
  ///
  /// libpq takes a part of a password for a host, and names it in its messages, if the password has characters that must be
  /// percent-encoded. Such a URI is refused here.
  ///
  /// - Throws: ``LibraryError/wrongAddress(reason:)``.
  init?(_ text: String) throws(LibraryError) {
    guard let scheme = Self.schemes.first(where: text.hasPrefix) else { return nil }
    var rest = text.dropFirst(scheme.count)
    if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
      let parts = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      user = String(parts[0])
      password = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
      rest = rest[rest.index(after: end)...]
    } else {
      (user, password) = (nil, nil)
    }
    guard !rest.contains("@") else { throw .wrongAddress(reason: Self.encoding) }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    target = String(parts[0])
    let hosts = target.prefix { $0 != "/" }.split(separator: ",")
    guard hosts.allSatisfy(Self.isHost) else { throw .wrongAddress(reason: Self.encoding) }
    var settings: [AddressSetting] = []
    for part in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = String(sides[0]).removingPercentEncoding,
        let value = String(sides[1]).removingPercentEncoding
      else { throw .wrongAddress(reason: "a setting after the question mark is not NAME=VALUE") }
      settings.append(AddressSetting(name: name, value: value))
    }
    self.settings = settings
  }

  private static let encoding = "write @ in a user or password as %40, / as %2F and : as %3A"

  /// Returns whether a text is a host and a port, which is a number.
  private static func isHost(_ text: Substring) -> Bool {
    let port = text.hasPrefix("[") ? text.drop { $0 != "]" }.dropFirst() : text.drop { $0 != ":" }
    return port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Returns the URI with these settings, without the password if it is shown.
  func text(with settings: [AddressSetting], isShown: Bool) -> String {
    let credentials = password.map { isShown ? user ?? "" : "\(user ?? ""):\($0)" } ?? user
    let query = settings.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return Self.schemes[0] + (credentials.map { $0 + "@" } ?? "") + target
      + (query.isEmpty ? "" : "?" + query)
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~/:,"))
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
  }
}
