extension [PropertyValue] {
  /// The slots of a row with these values.
  @inlinable public var slots: Range<Slot> { Slot(0)..<Slot(count) }

  /// The value in a slot.
  @inlinable public subscript(slot: Slot) -> PropertyValue {
    get { self[slot.rawValue] }
    _modify { yield &self[slot.rawValue] }
  }
}

extension Array {
  /// The element for a slot, in an array with one element for each slot.
  @inlinable package subscript(slot: Slot) -> Element {
    get { self[slot.rawValue] }
    _modify { yield &self[slot.rawValue] }
  }
}
