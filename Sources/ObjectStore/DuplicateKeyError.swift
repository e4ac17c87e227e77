public import ObjectModel

/// An error: a new row has the key of an existing row.
///
/// Reserve keys first (``StoreWriter/reserveKeys(_:entity:)``).
public struct DuplicateKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row.
  public let id: ManagedObjectID

  /// Names the row.
  public init(id: ManagedObjectID) { self.id = id }

  /// The error as one sentence.
  public var description: String { "there is a row \(id) already; reserve a key for a new one" }
}
