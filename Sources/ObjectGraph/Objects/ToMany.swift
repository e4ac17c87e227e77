/// A relationship of a managed object to any number of others.
///
/// ```swift
/// @ToMany("photos") var photos: ObjectSet<Photo>
/// ```
@propertyWrapper
public struct ToMany<Destination: ManagedObject> {
  private let name: String

  /// Names the relationship, as in the model.
  public init(_ name: String) { self.name = name }

  /// Not used: the value lives in the object.
  @available(*, unavailable, message: "@ToMany belongs to a property of a ManagedObject subclass")
  public var wrappedValue: ObjectSet<Destination> {
    get { preconditionFailure("@ToMany belongs to a property of a ManagedObject subclass") }
    // An unavailable setter has nothing to do, but makes the property settable.
    set { _ = newValue }
  }

  /// The objects at the other end.
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped _: ReferenceWritableKeyPath<Object, ObjectSet<Destination>>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> ObjectSet<Destination> {
    get { ObjectSet(owner: object, name: object[keyPath: storage].name) }
    set { ObjectSet(owner: object, name: object[keyPath: storage].name).replace(with: newValue) }
  }
}

/// The objects at the other end of a to-many relationship, in no order.
///
/// A view: it always shows the present state. Counting does not read the members.
public struct ObjectSet<Member: ManagedObject> {
  private let owner: ManagedObject
  let relationship: RelationshipDescription

  init(owner: ManagedObject, name: String) {
    guard let relationship = owner.entity.relationship(name), relationship.cardinality == .toMany else {
      preconditionFailure("\(owner.entity.name) has no to-many relationship \(name): add it to the model")
    }
    self.owner = owner
    self.relationship = relationship
  }

  /// How many there are.
  ///
  /// Reads a number from the store, no rows, unless the members are known already.
  public var count: Int {
    owner.members[relationship.name]?.count
      ?? owner.managedObjectContext?.countMembers(of: relationship, owner: owner.objectID) ?? 0
  }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// The IDs of the members; reads them from the store the first time.
  public var ids: Set<ManagedObjectID> {
    owner.managedObjectContext?.loadMembers(of: relationship, owner: owner) ?? []
  }

  /// The members, as faults where they have not been used yet.
  public var objects: [Member] {
    guard let context = owner.managedObjectContext else { return [] }
    return ids.compactMap { context.object(with: $0) as? Member }
  }

  /// Whether `member` is at the other end.
  ///
  /// O(1).
  public func contains(_ member: Member) -> Bool {
    inverseName.map { member.value(forKey: $0) == .reference(owner.objectID) } ?? false
  }

  /// Puts an object at the other end, and takes it from where it was before.
  public func insert(_ member: Member) {
    guard let inverseName else { return }
    member.setValue(.reference(owner.objectID), forKey: inverseName)
  }

  /// Takes an object away, if it is at the other end.
  public func remove(_ member: Member) {
    guard let inverseName, contains(member) else { return }
    member.setValue(.null, forKey: inverseName)
  }

  /// Makes these the members, and no others.
  ///
  /// O(members before and after); touches only those that come or go.
  public func replace(with members: some Sequence<Member>) {
    let wanted = Array(members)
    let kept = Set(wanted.map(\.objectID))
    for member in objects where !kept.contains(member.objectID) { remove(member) }
    for member in wanted where !contains(member) { insert(member) }
  }

  private var inverseName: String? { relationship.inverse }
}

extension ObjectSet: Sequence {
  /// Goes over the members, in no order.
  public func makeIterator() -> IndexingIterator<[Member]> { objects.makeIterator() }
}
