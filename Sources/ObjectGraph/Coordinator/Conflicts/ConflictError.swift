public import ObjectModel
public import ObjectStore

/// A conflict that the merge policy of a save does not resolve.
public struct ConflictError: Error, Sendable, CustomStringConvertible {
  /// The reason for a conflict.
  public enum Kind: Hashable, Sendable {
    /// The row was changed or deleted in the store after the object was read.
    case changedMeanwhile
    /// Another row has the same values of a uniqueness constraint.
    case notUnique(constraint: [String])
    /// The row has a required reference to a row that another writer has deleted.
    case targetDeleted(relationship: String)
    /// The save deletes the row, but other rows still have required references to it.
    case stillReferred
  }

  /// The reason for the conflict.
  public let kind: Kind
  /// The name of the entity.
  public let entity: String
  /// The ID of the object that the context saves.
  public let object: ManagedObjectID
  /// The row in the store, or nil if it no longer exists.
  public let stored: Row?

  /// The error as one sentence.
  public var description: String {
    switch kind {
    case .changedMeanwhile:
      "the \(entity) \(object) was changed by another context since it was read; refresh it and save again"
    case .notUnique(let constraint):
      "there is another \(entity) with the same \(constraint.joined(separator: ", ")) as \(object)"
    case .targetDeleted(let relationship):
      "the \(relationship) of the \(entity) \(object) was deleted by another context; set another one and save again"
    case .stillReferred:
      "the \(entity) \(object) cannot be deleted: other objects refer to it that cannot be without it"
    }
  }
}
