extension Entity {
  /// The number of slots in a row.
  public var slotCount: Int { contents.count }

  /// The slots of a row.
  public var slots: Range<Slot> { Slot(0)..<Slot(slotCount) }

  /// The fetched property of that name, or nil.
  public func fetchedProperty(_ name: String) -> FetchedPropertyDescription? {
    fetchedProperties.first { $0.name == name }
  }

  /// The attribute of that name, or nil.
  package func attribute(named name: String) -> AttributeDescription? {
    slot(of: name).flatMap(attribute(inSlot:))
  }

  /// The name of the attribute or to-one relationship in a slot.
  public func name(ofSlot slot: Slot) -> String { contents[slot].name }

  /// The attribute in a slot, or nil when something else is there.
  public func attribute(inSlot slot: Slot) -> AttributeDescription? { contents[slot].attribute }

  /// The to-one relationship in a slot, or nil when something else is there.
  public func relationship(inSlot slot: Slot) -> RelationshipDescription? { contents[slot].relationship }

  /// Returns a Boolean value that indicates whether a slot holds a to-one relationship.
  package func isReference(_ slot: Slot) -> Bool { roles[slot] == .reference }

  /// Returns the name of the to-one relationship whose position in the ordered inverse a slot holds, or `nil`
  /// for any other slot.
  package func orderedRelationship(ofSlot slot: Slot) -> String? {
    if case .position(let name) = contents[slot] { name } else { nil }
  }

  /// Returns a Boolean value that indicates whether a property with that name belongs to the model, and not
  /// only to its store.
  package func isVisible(slot: Slot) -> Bool { roles[slot] != .position }
}
