public import ObjectModel
internal import ObjectStore

extension ManagedObject {
  /// Returns the value of an attribute or to-one relationship by name.
  ///
  /// - Precondition: The entity has an attribute or to-one relationship with this name.
  public final func value(forKey name: String) -> PropertyValue { get(slot(of: name)) }

  /// Sets an attribute or to-one relationship by name.
  ///
  /// A value of another type than the attribute's is data that does not fit: the save refuses it, and until then the typed
  /// property reads as if it were empty.
  ///
  /// - Precondition: The entity has the property. The value of a relationship is null or a reference to an object of its
  ///   destination entity in the same store.
  public final func setValue(_ value: PropertyValue, forKey name: String) {
    let slot = slot(of: name)
    if entity.isReference(slot), !value.isNull {
      guard let id = value.reference else {
        misuse("\(entity.name).\(name) is a relationship: set it to .reference(object.objectID) or .null")
      }
      require(
        id.store == objectID.store,
        "cannot set \(entity.name).\(name) of \(objectID): \(FetchError.objectOfOtherStore(id))")
    }
    write(value.kept, to: slot)
  }

  /// Returns the values of several attributes and to-one relationships by name; missing values are null in
  /// the result.
  ///
  /// - Precondition: The entity has attributes or to-one relationships with these names.
  public final func dictionaryWithValues(forKeys names: [String]) -> [String: PropertyValue] {
    Dictionary(names.map { ($0, value(forKey: $0)) }, uniquingKeysWith: { $1 })
  }

  /// Sets several attributes and to-one relationships by name, in the order of the names; see ``setValue(_:forKey:)``.
  public final func setValuesForKeys(_ values: [String: PropertyValue]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { setValue(value, forKey: name) }
  }

  /// Returns the value of an attribute or to-one relationship by name without notifying observation tracking.
  ///
  /// Use this method in the object's own accessors and hooks.
  public final func primitiveValue(forKey name: String) -> PropertyValue { read(slot(of: name)) }

  /// Sets an attribute or to-one relationship by name, for the object's own accessors and hooks.
  ///
  /// The same as ``setValue(_:forKey:)``, on purpose: a change that goes past change tracking, as Core Data's primitive
  /// setters allow, is one that is neither saved nor undone.
  public final func setPrimitiveValue(_ value: PropertyValue, forKey name: String) {
    setValue(value, forKey: name)
  }

  /// Returns the values of the attributes and to-one relationships as of the last read or save.
  ///
  /// The result is empty for an object that was never read or saved.
  public final func committedValues() -> [String: PropertyValue] {
    let object = resolved
    return object.committed.map(object.named) ?? [:]
  }

  /// Returns the values of some attributes and to-one relationships as of the last read or save.
  ///
  /// - Precondition: The entity has attributes or to-one relationships with these names.
  public final func committedValues(forKeys names: [String]) -> [String: PropertyValue] {
    guard let committed = resolved.committed else { return [:] }
    return Dictionary(names.map { ($0, committed.values[slot(of: $0)]) }, uniquingKeysWith: { $1 })
  }

  /// Returns the current values of the attributes and to-one relationships that differ from those last read
  /// or saved.
  ///
  /// For to-many relationships, use ``changedMembers(forKey:)``.
  public final func changedValues() -> [String: PropertyValue] {
    if let survivor { return survivor.changedValues() }
    guard let values else { return [:] }
    let base = committed?.values ?? entity.defaultValues
    return named(Row(id: objectID, version: 0, values: values)).filter { name, value in
      entity.slot(of: name).map { base[$0] != value } ?? false
    }
  }

  /// Returns the current values of the attributes and to-one relationships that changed in the current event
  /// (see ``ManagedObjectContext/processPendingChanges()``).
  ///
  /// Events are recorded for undo. In a context without an ``UndoHistory`` there are no earlier values to
  /// compare with, and the result is empty.
  public final func changedValuesForCurrentEvent() -> [String: PropertyValue] {
    let object = resolved
    guard let values = object.values, let before = object.context?.recorder[object.ownID] else { return [:] }
    let base = before.values ?? entity.defaultValues
    let changed = values.slots.filter { values[$0] != base[$0] && entity.isVisible(slot: $0) }
    return Dictionary(uniqueKeysWithValues: changed.map { (entity.name(ofSlot: $0), values[$0]) })
  }

  /// A Boolean value that indicates whether the next save would write values that differ from those last read
  /// or saved.
  ///
  /// Transient attributes do not count.
  public final var hasPersistentChangedValues: Bool {
    if let survivor { return survivor.hasPersistentChangedValues }
    guard let values else { return false }
    let base = committed?.values ?? entity.defaultValues
    if entity.transientSlots.isEmpty { return values != base }
    return values.slots.contains { values[$0] != base[$0] && !entity.transientSlots.contains($0) }
  }

  private func named(_ row: Row) -> [String: PropertyValue] {
    let slots = row.values.slots.filter(entity.isVisible(slot:))
    return Dictionary(uniqueKeysWithValues: slots.map { (entity.name(ofSlot: $0), row.values[$0]) })
  }

  @usableFromInline final func slot(of name: String) -> Slot {
    guard let slot = entity.slot(of: name) else {
      misuse(
        "\(entity.name) has no attribute or to-one relationship \(name): add it to the model")
    }
    return slot
  }

  /// Returns the value of a slot for a property access, and records the access for observation.
  @usableFromInline final func get(_ slot: Slot) -> PropertyValue {
    if values == nil { return getFault(slot) }
    if isObservable { recordAccess(slot) }
    return values?[slot] ?? .null
  }

  private func getFault(_ slot: Slot) -> PropertyValue {
    if let survivor { return survivor.get(slot) }
    let value = readFault(slot)
    if isObservable { recordAccess(slot) }
    return value
  }

  /// The value of a slot, read from the context first if the object is a fault.
  final func read(_ slot: Slot) -> PropertyValue {
    if values == nil { return readFault(slot) }
    return values?[slot] ?? .null
  }

  private func readFault(_ slot: Slot) -> PropertyValue {
    if let survivor { return survivor.read(slot) }
    guard let context else { return .null }
    context.fulfill(self)
    // A store that cannot be read leaves a fault, which shows the values of a new object.
    return (values ?? entity.defaultValues)[slot]
  }

  /// Sets a slot and keeps the inverse of a relationship consistent; has no effect on an object whose row is gone.
  @usableFromInline final func write(_ value: PropertyValue, to slot: Slot) {
    if let survivor { return survivor.write(value, to: slot) }
    if !entity.derivedSlots.isEmpty, read(slot) != value { refuseDerived(slot) }
    guard let context else {
      guard read(slot) != value else { return }
      misuse(
        "the context of \(entity.name) \(objectID) is gone: fetch the object in another one")
    }
    context.set(value, slot: slot, of: self)
  }

  private func refuseDerived(_ slot: Slot) {
    guard entity.derivedSlots.contains(slot), let attribute = entity.attribute(inSlot: slot),
      let derivation = attribute.derivation
    else { return }
    misuse(
      "\(entity.name).\(attribute.name) is derived by \(derivation): set what it is derived from")
  }

  /// The row as the object shows it now; nil for a fault.
  final var row: Row? {
    values.map { Row(id: objectID, version: committed?.version ?? revivedVersion, values: $0) }
  }
}
