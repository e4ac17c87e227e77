public import ObjectModel

/// A rule that resolves conflicts of a save with changes that were committed since the object was read, and
/// with rows that have the same unique values.
///
/// Changes are merged property by property, and only where both sides changed. A new object with the unique
/// values of a stored row becomes that row: references to the object are redirected. ``objectTrumps`` then merges
/// the values: properties of the new object that are empty or have their default value do not replace values of the
/// row. (With Apple's policies, they do.) ``overwrite`` replaces all values, and ``storeTrumps`` and ``rollback``
/// keep them. A row that another writer has deleted stays deleted.
public enum MergePolicy: Sendable, Hashable {
  /// The save fails with a ``ConflictError``, and the changes stay unsaved.
  case error
  /// The state in the store takes precedence.
  case storeTrumps
  /// The unsaved changes take precedence.
  case objectTrumps
  /// The unsaved values replace the whole row.
  case overwrite
  /// The unsaved changes of the object are discarded in favor of the store.
  case rollback
  /// A custom rule resolves each conflict.
  case custom(ConflictRule)

  /// Returns the merged values of a row that both sides have changed since their common state `base`.
  ///
  /// - Returns: The values, or nil if the policy makes the save fail, and for ``custom(_:)``, which needs the
  ///   whole conflict.
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

  /// Returns the merged values of a stored row that an insertion duplicates.
  ///
  /// - Returns: The values, or nil if the policy makes the save fail, and for ``custom(_:)``, which needs the
  ///   whole conflict.
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
