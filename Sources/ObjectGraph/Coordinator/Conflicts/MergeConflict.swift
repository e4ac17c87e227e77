public import ObjectModel

/// A conflict of a save, as a custom merge policy sees it: the three states of one row, by property name.
public struct MergeConflict: Sendable {
  /// The reason for a conflict.
  public enum Kind: Hashable, Sendable {
    /// The row was changed or deleted in the store after the object was read.
    case changedMeanwhile
    /// The save deletes the object, and its row was changed in the store after the object was read.
    case deletedHere
    /// Another row, ``stored``, has the same values of a uniqueness constraint.
    case notUnique(constraint: [String])
  }

  /// The result of resolving a conflict.
  public enum Resolution: Sendable {
    /// Keeps the state in the store.
    ///
    /// In a uniqueness conflict, the other row is kept. An object that is already in the store keeps its
    /// former values of the constraint.
    case store
    /// Saves the object: all its properties, or its deletion.
    ///
    /// In a uniqueness conflict with a row of another entity, the save throws a ``ConflictError``: the object cannot replace it.
    case object
    /// Saves these values.
    ///
    /// Other properties keep their values in the store. In a uniqueness conflict of an object that is already
    /// in the store, they get their unsaved values.
    ///
    /// - Precondition: The entity has the properties, and references are to objects of the destination entity in the same
    ///   store.
    case values([String: PropertyValue])
  }

  /// The reason for the conflict.
  public let kind: Kind
  /// The name of the entity.
  public let entity: String
  /// The ID of the object that the context saves.
  public let object: ManagedObjectID
  /// The values that the object had when it was read, or nil for a new object.
  public let base: [String: PropertyValue]?
  /// The unsaved values, or nil if the save deletes the object.
  public let unsaved: [String: PropertyValue]?
  /// The conflicting row in the store, or nil if the row of the object has been deleted.
  ///
  /// A deletion is final: a rule can only throw an error to make the save fail.
  public let stored: [String: PropertyValue]?
  /// The ID of the conflicting row: that of the object, or for ``Kind/notUnique(constraint:)`` that of
  /// another row.
  public let storedObject: ManagedObjectID
}

extension MergePolicy {
  /// Returns the merged values of a row that both sides changed, or nil if the policy makes the save fail.
  func merge(changed conflict: RowConflict, over store: [PropertyValue]) throws -> [PropertyValue]? {
    if case .custom(let rule) = self {
      return conflict.values(try conflict.resolution(by: rule), over: store)
    }
    return merge(base: conflict.base ?? store, object: conflict.unsaved ?? store, store: store)
  }

  /// Returns the merged values of a stored row that an insertion duplicates, or nil if the policy makes the
  /// save fail.
  func merge(new conflict: RowConflict, over store: [PropertyValue]) throws -> [PropertyValue]? {
    if case .custom(let rule) = self {
      return conflict.values(try conflict.resolution(by: rule), over: store)
    }
    return merge(new: conflict.unsaved ?? store, defaults: conflict.entity.defaultValues, store: store)
  }
}
