/// A fault of an ``ObjectArchive``, with its place.
public struct ArchiveError: Error, Hashable, Sendable {
  /// The place, as `objects[3].title`; for an export the object and its property.
  public var path: String
  /// The fault, as the rest of a sentence.
  public var reason: String

  /// Makes an error.
  public init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  /// Makes an error of a decoder's.
  init(_ error: DecodingError) {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    case .keyNotFound(let key, let found):
      self.init(path: Self.path(found.codingPath), reason: "it has no “\(key.stringValue)”")
      return
    @unknown default:
      self.init(path: "the archive", reason: "\(error)")
      return
    }
    self.init(path: Self.path(context.codingPath), reason: "it cannot be read: \(context.debugDescription)")
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let path = keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path.isEmpty ? "the archive" : path
  }
}

extension ArchiveError: CustomStringConvertible {
  /// A description of the error, in one sentence.
  public var description: String { "Cannot use \(path): \(reason)." }
}
