internal import ObjectModel
internal import ObjectStore

/// One-to-one relationships whose two sides were changed by different contexts, or whose change is discarded on one side.
extension ManagedObjectContext {
  /// Makes both sides of the one-to-one relationships of a merged row consistent.
  ///
  /// Unsaved changes win, as they will when they are saved.
  func resolveOneToOne(of id: ManagedObjectID) {
    guard let object = registry[id], !object.isDeleted else { return }
    for pair in model.pairs(of: id.entity) {
      resolvePartner(object, pair)
      let family = model.family(of: pair.destination)
      for claimant in unsaved.referrers(to: id) where family.contains(claimant.objectID.entity) {
        guard claimant.values?[pair.inverse].reference == id, isUnsaved(pair.inverse, of: claimant) else {
          continue
        }
        put(.reference(claimant.objectID), slot: pair.slot, of: object)
      }
    }
  }

  /// Resets a reference to an object that has an unsaved reference to another one.
  ///
  /// If only this side is unsaved, sets the inverse instead.
  private func resolvePartner(_ object: ManagedObject, _ pair: Entity.Pair) {
    guard let partner = object.values?[pair.slot].reference.flatMap({ registry[$0] }),
      let theirs = partner.values?[pair.inverse], theirs.reference != object.objectID
    else { return }
    if isUnsaved(pair.inverse, of: partner) {
      put(.null, slot: pair.slot, of: object)
    } else if isUnsaved(pair.slot, of: object) {
      put(.reference(object.objectID), slot: pair.inverse, of: partner)
    }
  }

  /// Restores the one-to-one relationships of an object whose changes are discarded, on both sides.
  func restorePairs(of object: ManagedObject) {
    for pair in model.pairs(of: object.objectID.entity) where isUnsaved(pair.slot, of: object) {
      let former = object.committed?.values[pair.slot] ?? .null
      // The former destination can be deleted by now. The current one is left in any case.
      set(.null, slot: pair.slot, of: object)
      set(former, slot: pair.slot, of: object)
    }
  }

  private func isUnsaved(_ slot: Slot, of object: ManagedObject) -> Bool {
    guard object.pendingChange == .insert || object.pendingChange == .update else { return false }
    return object.values?[slot] != object.committed?.values[slot]
  }
}
