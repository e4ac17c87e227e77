internal import ObjectModel
internal import ObjectStore

/// The end of an object's row: it is gone, or it turned out to be the same as another one.
extension ManagedObject {
  /// The object that stands for the row: the object itself, or the one that it forwards to.
  final var resolved: ManagedObject {
    guard var object = survivor else { return self }
    while let next = object.survivor { object = next }
    return object
  }

  /// A Boolean value that indicates whether the row is gone and nothing is left to save.
  final var isGone: Bool { pendingChange == .gone || pendingChange == .inaccessible }

  /// A Boolean value that indicates whether setting a property has an effect.
  ///
  /// It is `false` if the row is gone or the object has been deleted.
  final var acceptsChanges: Bool {
    let object = resolved
    // Without a context the setter says what is wrong.
    return object.context?.acceptsChanges(object) ?? true
  }

  /// Keeps the last values of the attributes, or those of a new object for a fault, and empties all relationships.
  final func loseRow(countsAsDeleted: Bool = true) {
    var last = values ?? entity.defaultValues
    for slot in entity.referenceSlots where !last[slot].isNull { last[slot] = .null }
    committed = values == nil ? nil : Row(id: ownID, version: committed?.version ?? 0, values: last)
    if values != last { values = last }
    if !members.isEmpty { members.removeAll() }
    pendingChange = countsAsDeleted ? .gone : .inaccessible
  }

  /// Makes a fault of the object for the row `id`, without changes, whatever it was before.
  final func reset(to id: ManagedObjectID) {
    ownID = id
    pendingChange = nil
    committed = nil
    revivedVersion = 0
    gathering = 0
    if values != nil { values = nil }
    if !members.isEmpty { members.removeAll() }
  }

  /// Makes the object forward all access to another one from now on.
  final func forward(to other: ManagedObject) {
    survivor = other
    reset(to: ownID)
  }
}
