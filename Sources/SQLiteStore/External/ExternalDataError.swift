public import ObjectGraph

/// Data that a row keeps in a file of their own cannot be read.
///
/// A fetch of rows with such a value fails as a whole, as does a predicate or an order that needs it; counting,
/// IDs and other properties (`StoreReader.forEach(_:paths:_:)`) can still be read, and nothing is changed. SQL
/// reports it by an ``SQLiteError`` with the same sentence.
public struct ExternalDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file; nil when the row does not say which it is.
  public let path: String?
  /// Why it cannot be read.
  public let reason: String
  /// The row, if one was read.
  public private(set) var id: ManagedObjectID?
  /// The entity and the attribute, as `Person.avatar`, if a row was read.
  public private(set) var property: String?

  init(path: String?, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The error as one that was met when a row was read.
  func met(in id: ManagedObjectID, property: String) -> ExternalDataError {
    var error = self
    (error.id, error.property) = (id, property)
    return error
  }

  /// The error as one sentence.
  public var description: String {
    let place = path.map { " from \($0)" } ?? ""
    guard let id, let property else { return "external data cannot be read\(place): \(reason)" }
    return "\(property) of \(id) cannot be read\(place): \(reason)"
  }
}
