/// One-to-one relationships, of which somebody else saved one end while the other was changed here.
extension ManagedObjectContext {
  /// Makes both ends of the one-to-one relationships of rows agree that were taken over: what was not saved yet wins,
  /// as it will when it is saved.
  ///
  /// O(rows + unsaved objects).
  func settlePairs(of ids: [ManagedObjectID]) {
    let objects = ids.compactMap { registered[$0]?.object }
    let claims = claims(onObjectsOf: Set(objects.map(\.objectID.entity)))
    for object in objects {
      for pair in model.pairs(of: object.objectID.entity) {
        leaveTaken(object, pair)
        let claim = PairClaim(on: object.objectID, slot: pair.slot)
        for claimant in claims[claim] ?? [] where self.claim(of: claimant, by: pair) == claim {
          put(.reference(claimant.objectID), slot: pair.slot, of: object)
        }
      }
    }
  }

  /// The unsaved objects that have chosen a partner of these entities, by whom they have chosen.
  private func claims(onObjectsOf entities: Set<Int>) -> [PairClaim: [ManagedObject]] {
    var claims: [PairClaim: [ManagedObject]] = [:]
    for pair in entities.flatMap(model.pairs(of:)) {
      for number in model.family(of: pair.destination) {
        for claimant in (changed[number] ?? [:]).values {
          if let claim = claim(of: claimant, by: pair) { claims[claim, default: []].append(claimant) }
        }
      }
    }
    return claims
  }

  private func claim(of object: ManagedObject, by pair: ObjectModel.Pair) -> PairClaim? {
    guard let id = object.values?[pair.inverse].reference, isUnsaved(pair.inverse, of: object) else {
      return nil
    }
    return PairClaim(on: id, slot: pair.slot)
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

/// That somebody has chosen an object for a partner, in one of its slots.
private struct PairClaim: Hashable {
  let id: ManagedObjectID
  let slot: Int

  init(on id: ManagedObjectID, slot: Int) { (self.id, self.slot) = (id, slot) }
}
