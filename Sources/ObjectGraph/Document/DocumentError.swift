public import Foundation

/// Why a document cannot be opened; whatever is there is left as it was.
public struct DocumentError: Error, Sendable, CustomStringConvertible {
  /// What is the matter.
  public enum Kind: Hashable, Sendable {
    /// There is nothing, and nothing was to be made.
    case notFound
    /// Something else than a document is there.
    case notADocument
    /// The document cannot be made.
    case cannotCreate
    /// The document is there and cannot be used.
    case cannotOpen
  }

  /// What is the matter.
  public let kind: Kind
  /// Where the document is, or was to be.
  public let url: URL
  /// What is wrong with it, as the end of a sentence.
  public let reason: String
  /// What the store or the system threw, if it did.
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
