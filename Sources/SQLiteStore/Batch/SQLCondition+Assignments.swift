internal import ObjectStore

extension SQLCondition {
  /// Returns the columns with their new values, and the next version of the row, for the SET of an update.
  func changes(_ assignments: [BatchAssignment], of layout: EntityLayout) throws -> String {
    let changes = try assignments.map {
      "\(layout.columns[$0.slot]) = \(try value($0.expression).number)"
    }
    return (["Z_OPT = Z_OPT + 1"] + changes).joined(separator: ", ")
  }
}
