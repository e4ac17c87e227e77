internal import ObjectStore

/// Reads the versions and references of all rows of a store.
struct RowScan {
  let connection: Connection
  let layout: StoreLayout

  /// Returns the rows of each entity.
  ///
  /// - Complexity: O(rows of the store); of long rows only the beginning is read.
  func run() throws -> EntityTable<KnownRows> {
    var known = EntityTable(layout.entities.map { KnownRows(references: $0.entity.referenceSlots.count) })
    for root in layout.roots { try scan(root, into: &known) }
    return known
  }

  private func scan(_ root: EntityLayout, into known: inout EntityTable<KnownRows>) throws {
    let family = layout.model.family(of: root.number)
    let (columns, places) = references(in: layout.family(of: root.number))
    let version = root.isLink ? "1" : "Z_OPT"
    let list = ([root.key, root.entityOfRow(), version] + columns).joined(separator: ", ")
    var references: [Int64] = []
    try connection.forEachRow("SELECT \(list) FROM \(root.table)") { statement in
      let entity = EntityNumber(Int(statement.integer(1)))
      // A number that belongs to no entity of the family; ``SQLiteStore/check()`` finds it.
      guard family.contains(entity) else { return }
      references.removeAll(keepingCapacity: true)
      for place in places[family.lowerBound.distance(to: entity)] {
        references.append(place.number(statement))
      }
      known[entity].set(statement.integer(0), version: statement.integer(2), references: references)
    }
  }

  /// Returns the columns of the references of a family, and their positions for each entity.
  private func references(in family: ArraySlice<EntityLayout>) -> (columns: [String], places: [[Place]]) {
    var columns: [String] = []
    func index(_ column: String) -> Int32 {
      if let known = columns.firstIndex(of: column) { return Int32(known) + 3 }
      columns.append(column)
      return Int32(columns.count) + 2
    }
    let places = family.map { member in
      member.entity.referenceSlots.map { slot in
        var family: ClosedRange<EntityNumber> = 0...0
        if case .reference(let number, let last) = member.types[slot] { family = number...last }
        let companion = member.companions.first { $0.slot == slot }.map { index($0.column) }
        return Place(column: index(member.columns[slot]), companion: companion, family: family)
      }
    }
    return (columns, places)
  }

  /// A reference among the columns.
  private struct Place {
    let column: Int32
    /// The column with the entity of the referenced row, where several are possible.
    let companion: Int32?
    /// The numbers of the destination and its sub-entities.
    let family: ClosedRange<EntityNumber>

    func number(_ statement: Statement) -> Int64 {
      if statement.isNull(column) { return 0 }
      var entity = family.lowerBound
      if let companion, !statement.isNull(companion) {
        let own = EntityNumber(Int(statement.integer(companion)))
        if family.contains(own) { entity = own }
      }
      return KnownRows.number(entity: entity, key: statement.integer(column))
    }
  }
}
