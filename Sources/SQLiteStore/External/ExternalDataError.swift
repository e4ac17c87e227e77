public import ObjectStore

/// An error thrown when external data of a row cannot be read.
///
/// A fetch of rows with such a value fails as a whole, as does a predicate or an order that needs it.
/// Counts, IDs and other properties (`StoreReader.forEach(_:paths:_:)`) can still be read, and nothing is
/// changed. Within SQL the error is reported as an ``SQLiteError`` with the same sentence.
public struct ExternalDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file; `nil` if the row does not name it.
  public let path: String?
  /// The reason why the file cannot be read.
  public let reason: String
  /// The row, if one was read.
  public private(set) var id: ManagedObjectID?
  /// The entity and the attribute, as `Person.avatar`, if a row was read.
  public private(set) var property: String?

  init(path: String?, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Returns the error with the row that was being read.
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
