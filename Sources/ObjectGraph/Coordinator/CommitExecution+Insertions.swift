/// Inserts rows, and merges those that are there already.
extension CommitExecution {
  /// Inserts a row, or lets it become the one that has its unique values.
  mutating func insert(_ row: Row) throws {
    var row = row
    model.entity(of: row.id).deriveTexts(in: &row.values)
    while true {
      switch try transaction.insert(row) {
      case .done: return inserted.append(row.saved)
      case .stale: throw conflict(.changedMeanwhile, row.id, stored: nil)
      case .duplicate:
        let (other, constraint) = try twin(of: row)
        guard try deleteAhead(other.id) else { return try become(row, other, constraint) }
      }
    }
  }

  private mutating func become(_ row: Row, _ other: Row, _ constraint: [Int]) throws {
    if model.isLink(row.id.entity) {
      report.redirects[row.id] = other.id
      report.kept.append(other)
      return
    }
    // An object of another entity of the tree has other properties.
    guard other.id.entity == row.id.entity else { throw notUnique(constraint, row.id, stored: other) }
    let sides = RowConflict(
      kind: .notUnique(constraint: names(constraint, row.id)), entity: model.entity(of: row.id),
      object: row.id, base: nil, unsaved: row.values, stored: other)
    guard let merged = try commit.policy.merge(new: sides, over: other.values) else {
      throw notUnique(constraint, row.id, stored: other)
    }
    report.redirects[row.id] = other.id
    try rewrite(other, values: merged)
  }
}
