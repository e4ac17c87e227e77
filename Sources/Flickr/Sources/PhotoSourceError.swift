public import Foundation
internal import Transfer

/// A text that names no source.
public struct PhotoSourceError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// What was given, without secrets.
  public let text: String
  /// The form that it would need, when its beginning was understood.
  public let form: String?
  /// What is wrong with its argument, when there is one.
  public let reason: String?

  init(_ text: String, form: String? = nil, reason: String? = nil) {
    self.text = TransferURL.redact(text)
    self.form = form
    self.reason = reason
  }

  /// The beginnings of all sources, as they are written.
  public static let forms = [
    "sample", "feed", "feed:TAGS", "feed:any:TAGS", "feed:user:IDS", "recent", "interesting",
    "interesting:YYYY-MM-DD", "search:TEXT", "tag:TAGS", "user:NAME", "place:BBOX", "license:NUMBERS",
    "album:ID", "group:NAME", "favorites:NAME", "gallery:ID",
  ]

  /// One sentence with what could be written instead.
  public var description: String {
    if let reason { return "The source “\(text)” is not valid: \(reason)." }
    if let form { return "The source “\(text)” is incomplete; use \(form)." }
    return "“\(text)” is not a source; use \(Self.forms.joined(separator: ", ")), "
      + "or an address with file:, http: or https:."
  }

  /// What is wrong, without what could be written instead, for a place that lists the sources.
  public var failureReason: String? {
    form == nil && reason == nil ? "“\(text)” is not a source" : description
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
