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
    case object
    /// Saves these values.
    ///
    /// Other properties keep their values in the store. In a uniqueness conflict of an object that is already
    /// in the store, they get their unsaved values.
    ///
    /// - Precondition: The entity has the properties, and references are to objects of the same store.
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

/// A custom rule that resolves conflicts, as in ``MergePolicy/custom(_:)``.
///
/// ```swift
/// context.mergePolicy = .custom(ConflictRule("most views") { conflict in
///   guard case .integer(let mine)? = conflict.unsaved?["views"],
///     case .integer(let theirs)? = conflict.stored?["views"]
///   else { return .store }
///   return .values(["views": .integer(max(mine, theirs))])
/// })
/// ```
///
/// The closure must return quickly. It is called on the writer's queue, within the transaction. If a new
/// object has the unique values of an object that the context already shows, it is called in the isolation of
/// the context. The save throws the errors of the closure.
public struct ConflictRule: Sendable, Hashable, CustomStringConvertible {
  /// The name of the rule.
  public let description: String
  let resolve: @Sendable (MergeConflict) throws -> MergeConflict.Resolution
  private let identity = Identity()

  /// An object whose identity distinguishes rules that have the same name.
  private final class Identity: Sendable {}

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: The name of the rule in errors and logs.
  ///   - resolve: The closure that resolves a conflict. The save fails with the errors that it throws.
  public init(
    _ name: String, _ resolve: @escaping @Sendable (MergeConflict) throws -> MergeConflict.Resolution
  ) {
    description = name
    self.resolve = resolve
  }

  /// Returns a Boolean value that indicates whether two rules are copies of the same rule.
  public static func == (left: ConflictRule, right: ConflictRule) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the identity of the rule.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

/// The three states of a row in conflict, by slot.
struct RowConflict {
  var kind: MergeConflict.Kind
  var entity: EntityDescription
  var object: ManagedObjectID
  var base: [PropertyValue]?
  var unsaved: [PropertyValue]?
  /// The conflicting row in the store.
  var stored: Row?
  /// The entity of that row, if it can be another one of the inheritance tree.
  var storedEntity: EntityDescription?

  /// Returns the resolution of a custom rule.
  ///
  /// - Throws: The errors of the rule.
  func resolution(by rule: ConflictRule) throws -> MergeConflict.Resolution {
    try rule.resolve(
      MergeConflict(
        kind: kind, entity: entity.name, object: object, base: base.map { named($0, of: entity) },
        unsaved: unsaved.map { named($0, of: entity) },
        stored: stored.map { named($0.values, of: storedEntity ?? entity) },
        storedObject: stored?.id ?? object))
  }

  /// Returns the values to save under a resolution.
  ///
  /// - Parameter store: The values of properties that the resolution does not set.
  func values(_ resolution: MergeConflict.Resolution, over store: [PropertyValue]) -> [PropertyValue] {
    switch resolution {
    case .store: return stored?.values ?? store
    case .object: return unsaved ?? store
    case .values(let chosen):
      var values = store
      for (name, value) in chosen {
        guard let slot = entity.slot(of: name) else {
          misuse(
            "a conflict rule gives a value for \(name), which \(entity.name) does not have: use names of its model"
          )
        }
        if let id = value.reference {
          require(
            id.store == object.store,
            "a conflict rule gives a value for \(entity.name).\(name): \(FetchError.objectOfOtherStore(id))")
        }
        values[slot] = value
      }
      return values
    }
  }

  private func named(_ values: [PropertyValue], of entity: EntityDescription) -> [String: PropertyValue] {
    let visible = values.indices.filter(entity.isVisible(slot:))
    return Dictionary(uniqueKeysWithValues: visible.map { (entity.name(ofSlot: $0), values[$0]) })
  }
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
