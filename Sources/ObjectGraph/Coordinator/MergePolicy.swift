/// What happens when a save meets something that another one has written since, or a row with the same values of a
/// uniqueness constraint.
///
/// Policies decide property by property, and only where both sides changed. A new object that turns out to be a
/// row that is there already becomes that row: references to it lead there, and its values are merged as the
/// policy says; properties that it left empty or at their default do not count as values (with Apple's policies,
/// they empty those of the row). A row that was deleted meanwhile stays deleted.
public enum MergePolicy: Sendable, Hashable {
  /// The save fails with a ``ConflictError``, and the changes stay as they are, unsaved.
  case error
  /// What is in the store wins.
  case storeTrumps
  /// What is to be saved wins.
  case objectTrumps
  /// What is to be saved replaces the whole row.
  case overwrite
  /// The changes of the object are given up for what is in the store.
  case rollback
  /// Somebody else decides, conflict by conflict.
  case custom(ConflictRule)

  /// The values of a row that both sides have changed since they had `base` in common; nil when the policy is to
  /// fail, and for ``custom(_:)``, which wants to know more.
  public func merge(
    base: [PropertyValue], object: [PropertyValue], store: [PropertyValue]
  ) -> [PropertyValue]? {
    switch self {
    case .error, .custom: nil
    case .overwrite: object
    case .rollback: store
    case .objectTrumps: object.indices.map { object[$0] != base[$0] ? object[$0] : store[$0] }
    case .storeTrumps: object.indices.map { store[$0] != base[$0] ? store[$0] : object[$0] }
    }
  }

  /// The values of a row that is there already and is to be made again; nil when the policy is to fail, and for
  /// ``custom(_:)``, which wants to know more.
  public func merge(
    new: [PropertyValue], defaults: [PropertyValue], store: [PropertyValue]
  ) -> [PropertyValue]? {
    switch self {
    case .error, .custom: nil
    case .overwrite: new
    case .rollback, .storeTrumps: store
    case .objectTrumps: new.indices.map { new[$0].isNull || new[$0] == defaults[$0] ? store[$0] : new[$0] }
    }
  }
}

/// A save met something that its merge policy does not settle.
public struct ConflictError: Error, Sendable, CustomStringConvertible {
  /// What the save met.
  public enum Kind: Hashable, Sendable {
    /// The row was changed or deleted since it was read.
    case changedMeanwhile
    /// Another row has the same values of a uniqueness constraint.
    case notUnique(constraint: [String])
    /// The row refers to one that somebody else has deleted, and must not be without it.
    case targetDeleted(relationship: String)
    /// The row is to be deleted, but others still refer to it that must not be without it.
    case stillReferred
  }

  /// What the save met.
  public let kind: Kind
  /// The name of the entity.
  public let entity: String
  /// The object that was to be saved.
  public let object: ManagedObjectID
  /// What is in the store, if it is still there.
  public let stored: Row?

  /// One sentence.
  public var description: String {
    switch kind {
    case .changedMeanwhile:
      "the \(entity) \(object) was changed by somebody else since it was read; refresh it and save again"
    case .notUnique(let constraint):
      "there is another \(entity) with the same \(constraint.joined(separator: ", ")) as \(object)"
    case .targetDeleted(let relationship):
      "the \(relationship) of the \(entity) \(object) was deleted by somebody else; set another one and save again"
    case .stillReferred:
      "the \(entity) \(object) cannot be deleted: other objects refer to it that cannot be without it"
    }
  }
}
