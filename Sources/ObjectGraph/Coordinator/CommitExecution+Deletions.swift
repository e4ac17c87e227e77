/// Deletes rows, by the delete rules and the policy.
extension CommitExecution {
  mutating func delete(_ row: Row) throws {
    toDelete[row.id] = nil
    if try mustStay(row) {
      report.kept += try transaction.rows([row.id])
      return
    }
    switch try transaction.delete(row.id, version: row.version) {
    case .done, .duplicate: report.deleted.append(row)
    case .stale: try deleteChangedRow(row)
    }
  }

  private mutating func deleteChangedRow(_ row: Row) throws {
    guard let stored = try transaction.rows([row.id]).first else {
      report.deleted.append(row)
      return
    }
    if model.entity(of: row.id).differOnlyInDerived(row.values, stored.values) {
      _ = try transaction.delete(row.id, version: nil)
      report.deleted.append(stored)
      return
    }
    switch commit.policy {
    case .error: throw conflict(.changedMeanwhile, row.id, stored: stored)
    case .storeTrumps, .rollback: report.kept.append(stored)
    case .objectTrumps, .overwrite: try deleteAnyway(stored)
    case .custom(let rule): try settleDeletion(of: row, stored: stored, rule)
    }
  }

  /// Deletes a row in whichever version it is.
  mutating func deleteAnyway(_ stored: Row) throws {
    _ = try transaction.delete(stored.id, version: nil)
    report.deleted.append(stored)
  }

  /// Settles what refers to a row that is to be deleted, which the deleting context cannot have seen:
  /// somebody else has saved it meanwhile.
  ///
  /// The delete rule is applied again; where it cannot be, the row stays.
  private mutating func mustStay(_ row: Row) throws -> Bool {
    for (source, slot) in try references(to: row.id) where toDelete[source.id] == nil {
      let entity = model.entity(of: source.id)
      if model.isLink(source.id.entity) {
        try drop(source)
        continue
      }
      guard let relationship = entity.relationship(inSlot: slot) else { continue }
      let inverse = relationship.inverse.flatMap(model.entity(of: row.id).relationship)
      switch inverse?.deleteRule ?? (relationship.isOptional ? .nullify : .noAction) {
      case .noAction: continue
      case .cascade where commit.policy != .error: try delete(source)
      case .nullify where relationship.isOptional && commit.policy != .error:
        var values = source.values
        values[slot] = .null
        try rewrite(source, values: values)
      default:
        guard commit.policy != .error else { throw conflict(.stillReferred, row.id, stored: row) }
        return true
      }
    }
    return false
  }
}
