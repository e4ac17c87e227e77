internal import ObjectStore

/// The search for values that the model does not allow: mandatory properties without a value, and values that are not
/// of the type of their property.
///
/// One pass over the table of an entity, whatever the number of its properties.
struct ValueCheck {
  private let layout: EntityLayout
  private let conditions: [(slot: Slot, kind: StoreCheck.ValueProblem.Kind, sql: String)]

  init(_ layout: EntityLayout) {
    self.layout = layout
    conditions = layout.present.flatMap { slot in
      let column = layout.columns[slot]
      var found: [(Slot, StoreCheck.ValueProblem.Kind, String)] = []
      if !layout.entity.isOptional(slot: slot) { found.append((slot, .missing, "\(column) IS NULL")) }
      if let misfit = layout.types[slot].misfit(column) { found.append((slot, .wrongType, misfit)) }
      return found
    }
  }

  /// Returns the properties with such values; O(*n*) in the rows of the entity.
  func problems(on connection: Connection) throws -> [StoreCheck.ValueProblem] {
    guard !layout.isLink, !conditions.isEmpty else { return [] }
    let columns = conditions.map {
      "count(CASE WHEN \($0.sql) THEN 1 END), min(CASE WHEN \($0.sql) THEN Z_PK END)"
    }
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(layout.table) WHERE Z_ENT = \(layout.number)"
    var problems: [StoreCheck.ValueProblem] = []
    try connection.forEachRow(sql) { row in
      for (index, condition) in conditions.enumerated() {
        let column = Int32(2 * index)
        guard row.integer(column) > 0 else { continue }
        problems.append(
          StoreCheck.ValueProblem(
            entity: layout.entity.name, property: layout.entity.name(ofSlot: condition.slot),
            kind: condition.kind, rows: Int(row.integer(column)),
            first: ManagedObjectID(entity: layout.number, key: row.integer(column + 1), in: layout.store)))
      }
    }
    return problems
  }
}

extension ColumnType {
  /// Returns the SQL condition for a value that a column of this type cannot have; `nil` where every value
  /// fits.
  fileprivate func misfit(_ column: String) -> String? {
    switch self {
    case .absent, .number: nil
    case .reference: Self.misfit(column, ["integer"])
    case .external: Self.misfit(column, ["blob"])
    case .attribute(let type, let form):
      Self.misfit(column, type.traits.column.storageClasses)
        + (type.traits.integers.map { Self.outside(column, $0) } ?? "") + Self.outside(column, form)
    }
  }

  private static func misfit(_ column: String, _ kinds: [String]) -> String {
    let list = (["null"] + kinds).map { "'\($0)'" }.joined(separator: ", ")
    return "typeof(\(column)) NOT IN (\(list))"
  }

  private static func outside(_ column: String, _ range: ClosedRange<Int64>) -> String {
    " OR \(column) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
  }

  private static func outside(_ column: String, _ form: ValueForm) -> String {
    switch form {
    // No date is infinite.
    case .date: " OR \(column) NOT BETWEEN -1e300 AND 1e300"
    case .uuid: " OR length(\(column)) <> 16"
    default: ""
    }
  }
}
