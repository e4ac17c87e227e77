public import Foundation
internal import Transfer

extension PhotoSource {
  /// Reads `sample`, `feed`, `feed:TAGS`, `recent`, `interesting`, `search:TEXT`, `tag:TAGS`, `user:NAME`, or an
  /// address with `file:`, `http:` or `https:`.
  ///
  /// Tags are separated by commas.
  public init(parsing text: String) throws(PhotoSourceError) {
    let text = PlainText.trimmed(text)
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { $0.lowercased() } ?? ""
    let argument = parts.count > 1 ? PlainText.trimmed(String(parts[1])) : nil
    switch name {
    case "file", "http", "https":
      guard let argument, argument.contains(where: { $0 != "/" }) else { throw PhotoSourceError(text) }
      self = .address(TransferURL(text))
    case "feed": self = .feed(tags: Self.tags(argument))
    case "search": self = .search(try Self.required(argument, text, "search:TEXT"))
    case "user": self = .user(try Self.required(argument, text, "user:NAME"))
    case "tag":
      let tags = Self.tags(argument)
      _ = try Self.required(tags.first, text, "tag:TAGS")
      self = .tag(tags)
    default: self = try Self.plain(name, argument, text)
    }
  }

  private static func plain(
    _ name: String, _ argument: String?, _ text: String
  ) throws(PhotoSourceError) -> Self {
    guard argument == nil else { throw PhotoSourceError(text) }
    switch name {
    case "sample": return .sample
    case "recent": return .recent
    case "interesting": return .interesting
    default: throw PhotoSourceError(text)
    }
  }

  private static func required(
    _ argument: String?, _ text: String, _ form: String
  ) throws(PhotoSourceError) -> String {
    guard let argument, !argument.isEmpty else { throw PhotoSourceError(text, form: form) }
    return argument
  }

  private static func tags(_ argument: String?) -> [String] {
    (argument ?? "").split(separator: ",").map { PlainText.trimmed(String($0)) }.filter { !$0.isEmpty }
  }
}

/// A text that names no source.
public struct PhotoSourceError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// What was given, without secrets.
  public let text: String
  /// The form that it would need, when its beginning was understood.
  public let form: String?

  init(_ text: String, form: String? = nil) {
    self.text = TransferURL.redact(text)
    self.form = form
  }

  /// One sentence with what could be written instead.
  public var description: String {
    if let form { return "The source “\(text)” is incomplete; write \(form)." }
    return
      "“\(text)” is no source; write sample, feed, feed:TAGS, recent, interesting, search:TEXT, tag:TAGS, "
      + "user:NAME, or an address with file:, http: or https:."
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
