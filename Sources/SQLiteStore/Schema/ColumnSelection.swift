internal import ObjectStore

/// The columns that are read for the rows of an entity and its sub-entities.
struct ColumnSelection: Sendable {
  /// The columns after key, entity and version; for a join table, expressions replace companions.
  let columns: [String]
  /// The positions of slots, by the number of the entity minus the first number of the family.
  let places: [[Place]]
  private let entities: [Entity]

  struct Place: Sendable {
    /// The column with the value.
    var column: Int32
    /// The column with the entity of the referenced row.
    var companion: Int32?
    var type: ColumnType
  }

  /// Selects the columns of an entity and its sub-entities.
  ///
  /// - Parameter includesFiles: A Boolean value that indicates whether external data are read; otherwise, null is read
  ///   for them.
  init(of family: ArraySlice<EntityColumns>, includesFiles: Bool = true) {
    var indexes: [String: Int32] = [:]
    var all: [String] = []
    func index(_ column: String) -> Int32 {
      if let known = indexes[column] { return known }
      defer { all.append(column) }
      indexes[column] = Int32(all.count) + 3
      return Int32(all.count) + 3
    }
    places = family.map { member in
      member.entity.slots.map { slot in
        if !includesFiles, member.types[slot].isExternal {
          return Place(column: index("(NULL)"), companion: nil, type: .absent(.null))
        }
        let column = index(member.columns[slot])
        let companion = member.companions.first { $0.slot == slot }.map { index($0.column) }
        return Place(column: column, companion: companion, type: member.types[slot])
      }
    }
    columns = all
    entities = family.map(\.entity)
  }

  /// Returns the entity and the property of a slot, as `Person.avatar`; `member` counts as ``places`` do.
  func property(_ slot: Slot, ofMember member: Int) -> String {
    "\(entities[member].name).\(entities[member].name(ofSlot: slot))"
  }
}
