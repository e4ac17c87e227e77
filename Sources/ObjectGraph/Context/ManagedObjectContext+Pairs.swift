/// One-to-one relationships, of which somebody else saved one end while the other was changed here.
extension ManagedObjectContext {
  /// Makes both ends of the one-to-one relationships of a row agree that was taken over: what was not saved yet wins,
  /// as it will when it is saved.
  func settlePairs(of id: ManagedObjectID) {
    guard let object = registered[id]?.object, !object.isDeleted else { return }
    for pair in model.pairs(of: id.entity) {
      leaveTaken(object, pair)
      for number in model.family(of: pair.destination) {
        for claimant in (changed[number] ?? [:]).values
        where claimant.values?[pair.inverse].reference == id && isUnsaved(pair.inverse, of: claimant) {
          put(.reference(claimant.objectID), slot: pair.slot, of: object)
        }
      }
    }
  }

  /// Lets go of a partner that has chosen another one here, or tells it whom it was chosen by.
  private func leaveTaken(_ object: ManagedObject, _ pair: ObjectModel.Pair) {
    guard let partner = object.values?[pair.slot].reference.flatMap({ registered[$0]?.object }),
      let theirs = partner.values?[pair.inverse], theirs.reference != object.objectID
    else { return }
    if isUnsaved(pair.inverse, of: partner) {
      put(.null, slot: pair.slot, of: object)
    } else if isUnsaved(pair.slot, of: object) {
      put(.reference(object.objectID), slot: pair.inverse, of: partner)
    }
  }

  private func isUnsaved(_ slot: Int, of object: ManagedObject) -> Bool {
    guard object.pendingChange == .insert || object.pendingChange == .update else { return false }
    return object.values?[slot] != object.committed?.values[slot]
  }
}
