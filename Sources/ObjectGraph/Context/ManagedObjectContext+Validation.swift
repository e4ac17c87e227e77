internal import ObjectModel

extension ManagedObjectContext {
  /// Validates all changed objects against the rules of the model and by their own hooks.
  ///
  /// - Throws: One ``ValidationError`` with all failures, or the errors of the store's reader.
  func validateChanges() throws {
    var failures: [ValidationError.Failure] = []
    for number in unsaved.entities {
      let checks = model.checks(ofEntity: number)
      for object in changedObjects where object.objectID.entity == number {
        failures += self.failures(of: object, checks)
      }
    }
    failures += try wrongCounts()
    if !failures.isEmpty { throw ValidationError(failures: failures) }
  }

  private func failures(of object: ManagedObject, _ checks: EntityChecks) -> [ValidationError.Failure] {
    switch object.pendingChange {
    case .gone, .inaccessible, nil: []
    case .delete: deniedDeletions(of: object) + refusals(of: object) { try object.validateForDelete() }
    case .insert:
      checks.failures(of: object.values ?? [], object.objectID)
        + refusals(of: object) { try object.validateForInsert() }
    case .update:
      checks.failures(of: object.values ?? [], object.objectID)
        + refusals(of: object) { try object.validateForUpdate() }
    }
  }

  /// Returns the failures that a hook of an object throws.
  private func refusals(of object: ManagedObject, _ hook: () throws -> Void) -> [ValidationError.Failure] {
    do {
      try hook()
      return []
    } catch let error as ValidationError {
      return error.failures
    } catch let failure as ValidationError.Failure {
      return [failure]
    } catch {
      return [ValidationError.Failure(object, reason: "\(error)", cause: error)]
    }
  }

  private func deniedDeletions(of object: ManagedObject) -> [ValidationError.Failure] {
    object.entity.relationships.filter { $0.deleteRule == .deny }.compactMap { relationship in
      let remaining = others(relationship, of: object).filter { !self.object(with: $0).isDeleted }
      guard !remaining.isEmpty else { return nil }
      return .init(
        object: object.objectID, entity: object.entity.name, property: relationship.name,
        rule: .denied(count: remaining.count))
    }
  }
}
