public import Foundation

/// A failure to open or create a document, which leaves existing files unchanged.
public struct DocumentError: Error, Sendable, CustomStringConvertible {
  /// The reason for the failure.
  public enum Kind: Hashable, Sendable {
    /// There is no document at the URL, and the caller did not ask to create one.
    case notFound
    /// The file or folder at the URL is not a document.
    case notADocument
    /// The document cannot be created.
    case cannotCreate
    /// The document exists and cannot be opened.
    case cannotOpen
  }

  /// The kind of failure.
  public let kind: Kind
  /// The URL of the document.
  public let url: URL
  /// A description of the reason, as the end of a sentence.
  public let reason: String
  /// The error of the store or the system that caused the failure, if any.
  public let cause: (any Error)?

  init(_ kind: Kind, _ url: URL, reason: String = "", cause: (any Error)? = nil) {
    (self.kind, self.url, self.reason, self.cause) = (kind, url, reason, cause)
  }

  /// The error as one sentence.
  public var description: String {
    switch kind {
    case .notFound: "There is no document at \(url.path)"
    case .notADocument: "\(url.path) is not a document: \(reason)"
    case .cannotCreate: "The document \(url.path) cannot be made: \(reason)"
    case .cannotOpen: "The document \(url.path) cannot be opened: \(reason)"
    }
  }
}
