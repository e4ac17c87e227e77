public import Foundation
internal import Transfer

/// An error for text that is not a valid source.
public struct PhotoSourceError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The given text, without secrets.
  public let text: String
  /// The expected form, if the beginning of the text was recognized.
  public let form: String?
  /// The problem with the argument, if there is one.
  public let reason: String?

  /// Creates an error about a text, with the expected form if its beginning is recognized, or the problem with it.
  public init(_ text: String, form: String? = nil, reason: String? = nil) {
    self.text = TransferURL(text).redacted
    self.form = form
    self.reason = reason
  }

  /// The forms of all sources, as they are written.
  public static let forms = [
    "sample", "feed", "feed:TAGS", "feed:any:TAGS", "feed:user:IDS", "recent", "interesting",
    "interesting:YYYY-MM-DD", "search:TEXT", "tag:TAGS", "user:NAME", "place:BBOX", "license:LICENSES",
    "album:ID", "group:NAME", "favorites:NAME", "gallery:ID", "folder:DIR", "export:DIR", "export:FILE.zip",
    "gallery-dl:DIR",
  ]

  /// The error in one sentence, with the valid forms.
  public var description: String {
    if let reason { return "The source “\(text)” is not valid: \(reason)." }
    if let form { return "The source “\(text)” is incomplete; use \(form)." }
    return "“\(text)” is not a source; use \(Self.forms.joined(separator: ", ")), "
      + "or an address with file:, http: or https:."
  }

  /// The error without the valid forms, for places that list the sources.
  public var failureReason: String? {
    form == nil && reason == nil ? "“\(text)” is not a source" : description
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
