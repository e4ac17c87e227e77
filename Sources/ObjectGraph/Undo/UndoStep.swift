internal import ObjectModel
internal import ObjectStore

/// The effect of undoing the change of one object on the objects that a context has now.
///
/// An undo applies these steps, and the functions that list what the next undo will do read them.
enum UndoStep {
  case delete(ManagedObjectID)
  case restore(ManagedObjectID, values: [PropertyValue], version: Int64)
  case update(ManagedObjectID, values: [(slot: Slot, value: PropertyValue)])
}

extension ManagedObjectContext {
  /// Returns the effect of undoing a change, or nil if it has none.
  func step(undoing change: UndoGroup.Change) -> UndoStep? {
    let target = registry.redirects[change.id]
    switch (change.after.values, change.before.values) {
    case (_, nil):
      // A new object that was merged into another one no longer exists on its own.
      return target == nil ? .delete(change.id) : nil
    case (nil, let values?):
      return .restore(change.id, values: redirected(values), version: change.before.version)
    case (let old?, let new?):
      let id = target ?? change.id
      let (old, new) = (redirected(old), redirected(new))
      // Changes of a redirected object apply to its replacement, but its unique values stay.
      let kept = target == nil ? [] : Set(model.entity(of: id).uniqueSlots.joined())
      let slots = new.slots.filter { old[$0] != new[$0] && !kept.contains($0) }
      return .update(id, values: slots.map { ($0, new[$0]) })
    }
  }

  /// Returns recorded values with redirected references.
  private func redirected(_ values: [PropertyValue]) -> [PropertyValue] {
    registry.redirects.isEmpty ? values : values.map { $0.following(registry.redirects) }
  }
}
