internal import Foundation
internal import ObjectModel

/// Derived attributes before a save.
extension ManagedObjectContext {
  /// Derives what changed objects can derive from their own values, before a save.
  func deriveValues() {
    let now = PropertyValue.date(Date())
    for object in unsaved.all where !object.entity.derivedSlots.isEmpty {
      guard !object.isDeleted, var values = object.values else { continue }
      object.entity.deriveTexts(in: &values)
      for slot in object.entity.derivedSlots where object.isInserted || object.hasPersistentChangedValues {
        if object.entity.attribute(inSlot: slot)?.derivation == .now { values[slot] = now }
      }
      for slot in object.entity.derivedSlots { put(values[slot], slot: slot, of: object) }
    }
  }
}
