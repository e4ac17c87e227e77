/// What a save met, for a merge policy of one's own to settle: the three sides of one row, by name of the property.
public struct MergeConflict: Sendable {
  /// What the save met.
  public enum Kind: Hashable, Sendable {
    /// The row was changed since it was read, or has been deleted.
    case changedMeanwhile
    /// The object is to be deleted, and the row was changed since it was read.
    case deletedHere
    /// Another row, which is ``stored``, has the same values of a uniqueness constraint.
    case notUnique(constraint: [String])
  }

  /// What becomes of it.
  public enum Resolution: Sendable {
    /// What is in the store stays as it is; of a uniqueness conflict, the other row, and an object that is there
    /// already keeps the constraint's values that it had.
    case store
    /// What is to be saved is saved: all properties, or the deletion.
    case object
    /// These values are saved; properties that are not named keep what is in the store (for a row that is there
    /// already and became like another one, what was to be saved). The entity must have the properties, and references
    /// must be to objects of the same store.
    case values([String: PropertyValue])
  }

  /// What the save met.
  public let kind: Kind
  /// The name of the entity.
  public let entity: String
  /// The object that was to be saved.
  public let object: ManagedObjectID
  /// What the object held when it was read; nil for a new one.
  public let base: [String: PropertyValue]?
  /// What was to be saved; nil when the object was to be deleted.
  public let unsaved: [String: PropertyValue]?
  /// The row in the store that is in the way; nil when the row of the object has been deleted, which is final: all
  /// that can be done about it is to throw.
  public let stored: [String: PropertyValue]?
  /// Which row that is: the object's own, or for ``Kind/notUnique(constraint:)`` another one.
  public let storedObject: ManagedObjectID
}

/// A rule of one's own for settling conflicts, as in ``MergePolicy/custom(_:)``.
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
/// The closure is called on the writer's queue, within the transaction (where a new object meets one that the
/// context shows already, in the context's isolation); it should be quick. What it throws is what the save throws.
public struct ConflictRule: Sendable, Hashable, CustomStringConvertible {
  /// What the rule is called.
  public let description: String
  let settle: @Sendable (MergeConflict) throws -> MergeConflict.Resolution
  private let identity = Identity()

  /// Tells rules apart that are called the same.
  private final class Identity: Sendable {}

  /// Makes a rule; `name` says in errors and logs what it does.
  public init(
    _ name: String, _ settle: @escaping @Sendable (MergeConflict) throws -> MergeConflict.Resolution
  ) {
    description = name
    self.settle = settle
  }

  /// A rule equals itself and its copies, whatever others do.
  public static func == (left: ConflictRule, right: ConflictRule) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

/// The three sides of a conflict by slot.
struct RowConflict {
  var kind: MergeConflict.Kind
  var entity: EntityDescription
  var object: ManagedObjectID
  var base: [PropertyValue]?
  var unsaved: [PropertyValue]?
  /// The row that is in the way.
  var stored: Row?
  /// The entity of that row, where it can be another one of the inheritance tree.
  var storedEntity: EntityDescription?

  /// What a rule of the user's own makes of it.
  func settled(by rule: ConflictRule) throws -> MergeConflict.Resolution {
    try rule.settle(
      MergeConflict(
        kind: kind, entity: entity.name, object: object, base: base.map { named($0, of: entity) },
        unsaved: unsaved.map { named($0, of: entity) },
        stored: stored.map { named($0.values, of: storedEntity ?? entity) },
        storedObject: stored?.id ?? object))
  }

  /// The values to be saved where `store` is what a rule leaves alone.
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
  /// The values of a row that both sides changed; nil when the policy is to fail.
  func merge(changed conflict: RowConflict, over store: [PropertyValue]) throws -> [PropertyValue]? {
    if case .custom(let rule) = self { return conflict.values(try conflict.settled(by: rule), over: store) }
    return merge(base: conflict.base ?? store, object: conflict.unsaved ?? store, store: store)
  }

  /// The values of a row that is there already and is to be made again; nil when the policy is to fail.
  func merge(new conflict: RowConflict, over store: [PropertyValue]) throws -> [PropertyValue]? {
    if case .custom(let rule) = self { return conflict.values(try conflict.settled(by: rule), over: store) }
    return merge(new: conflict.unsaved ?? store, defaults: conflict.entity.defaultValues, store: store)
  }
}
