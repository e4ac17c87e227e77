internal import ObjectModel
internal import ObjectStore

extension ManagedObject {
  /// Notifies the object that its values were read.
  final func awake() {
    isAwaking = true
    awakeFromFetch()
    isAwaking = false
  }

  /// Sets a transient attribute in ``awakeFromFetch()`` as if it had been read; returns `false` for any other
  /// slot.
  final func prepare(_ value: PropertyValue, slot: Slot) -> Bool {
    guard entity.transientSlots.contains(slot) else { return false }
    values?[slot] = value
    committed?.values[slot] = value
    return true
  }

  /// Discards the values; the next access reads them again.
  final func turnIntoFault() {
    guard !isFault else { return members.removeAll() }
    willTurnIntoFault()
    values = nil
    members.removeAll()
    didTurnIntoFault()
  }
}
