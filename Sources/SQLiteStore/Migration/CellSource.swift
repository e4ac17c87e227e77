internal import ObjectStore

/// The cells of rows of the new model, as SQL expressions on the rows of the old one, whose table is named `o`.
struct CellSource {
  let plan: MigrationPlan
  let old: StoreLayout
  let new: StoreLayout
  let offsets: KeyOffsets

  /// An expression for a cell.
  struct Cell {
    /// The expression.
    let sql: String
    /// The column of the old table, if the expression is its value, as it is or with a replacement of NULL.
    var column: String?
    /// The constant that replaces NULL in the column.
    var replacement: String?
    /// A Boolean value that indicates whether it is the same in all rows.
    var isConstant = false

    static let null = Cell(sql: "NULL", isConstant: true)

    /// The value of a column of the old table.
    static func column(_ name: String) -> Cell { Cell(sql: "o." + name, column: name) }
  }

  /// Returns the cells of the slots that have a column, in their order.
  func cells(of layout: EntityLayout, from oldLayout: EntityLayout) -> [Cell] {
    let sources = plan.sources(of: layout.entity)
    return layout.present.map { cell($0, sources[$0], layout, oldLayout) }
  }

  /// Returns the cells of the companions of an entity, in their order.
  func companionCells(of layout: EntityLayout, from oldLayout: EntityLayout) -> [Cell] {
    let sources = plan.sources(of: layout.entity)
    return layout.companions.map { companion in
      guard case .destination(let pairs) = sources[companion.slot] else { return .null }
      let selection = PairSelection(pairs, in: old)
      let number = newNumber(selection.target)
      guard selection.isDirect else { return lookUp(number, selection, layout, companion.slot) }
      let sql = number.replacing("p.", with: "o.")
      return Cell(sql: "CASE WHEN \(key(selection, layout, companion.slot)) IS NOT NULL THEN \(sql) END")
    }
  }

  private func cell(
    _ slot: Slot, _ source: MigrationPlan.Source, _ layout: EntityLayout, _ oldLayout: EntityLayout
  ) -> Cell {
    switch source {
    case .value(let value):
      return Cell(sql: SQLLiteral.text(layout.types[slot].inlineCell(value)), isConstant: true)
    case .slot(let oldSlot, let conversion, let empty):
      return attribute(slot, layout, oldSlot, oldLayout, conversion, empty)
    case .destination(let pairs):
      let selection = PairSelection(pairs, in: old)
      guard selection.isDirect else {
        return lookUp(shifted(selection.target, layout, slot), selection, layout, slot)
      }
      let sql = key(selection, layout, slot)
      let column = String(selection.target.key.dropFirst(2))
      return sql == "o." + column ? .column(column) : Cell(sql: sql)
    case .position(let pairs):
      let selection = PairSelection(pairs, in: old)
      guard let position = selection.source.position else { return .null }
      guard selection.isDirect else { return lookUp(position, selection, layout, slot) }
      return .column(String(position.dropFirst(2)))
    }
  }

  private func attribute(
    _ slot: Slot, _ layout: EntityLayout, _ oldSlot: Slot, _ oldLayout: EntityLayout,
    _ conversion: AttributeConversion?, _ empty: PropertyValue
  ) -> Cell {
    let type = layout.types[slot]
    let (wasExternal, isExternal) = (oldLayout.types[oldSlot].isExternal, type.isExternal)
    let staysInPlace = wasExternal == isExternal && conversion == nil
    let cell = Cell.column(oldLayout.columns[oldSlot])
    let replacement = empty.isNull ? nil : SQLLiteral.text(type.inlineCell(empty))
    if staysInPlace {
      guard let replacement else { return cell }
      return Cell(sql: "COALESCE(\(cell.sql), \(replacement))", column: cell.column, replacement: replacement)
    }
    var sql = wasExternal ? "\(ExternalDataFolder.function)(\(cell.sql))" : cell.sql
    if let conversion { sql = ConversionSQL(conversion).value(sql) }
    if isExternal { sql = "CASE WHEN \(sql) IS NOT NULL THEN CAST(x'01' || \(sql) AS BLOB) END" }
    if let replacement { sql = "COALESCE(\(sql), \(replacement))" }
    return Cell(sql: sql)
  }

  // MARK: Join tables

  /// Returns the expressions for the columns of a join table, on pairs of the old model.
  func linkCells(_ link: EntityLayout, _ selection: PairSelection) -> [String] {
    let slots = link.entity.referenceSlots
    return link.entity.slots.map { slot in
      if let destination = link.entity.relationship(inSlot: slot)?.destination {
        let number = new.model.number(ofEntity: destination) ?? 0
        return shifted(slot == slots.first ? selection.source : selection.target, to: number)
      }
      let end = link.entity.orderedRelationship(ofSlot: slot)
      let isOfSource = slots.first.map { link.entity.name(ofSlot: $0) } == end
      return (isOfSource ? selection.target : selection.source).position ?? "NULL"
    }
  }

  // MARK: References

  /// Returns the key of the destination in a column of the old row.
  private func key(_ selection: PairSelection, _ layout: EntityLayout, _ slot: Slot) -> String {
    shifted(selection.target, layout, slot).replacing("p.", with: "o.")
  }

  /// Returns the expression that looks up a destination in another table.
  private func lookUp(
    _ result: String, _ selection: PairSelection, _ layout: EntityLayout, _ slot: Slot
  ) -> Cell {
    let conditions = ["\(selection.source.key) = o.Z_PK", selection.condition] + alive(selection.target)
    return Cell(
      sql: """
        (SELECT \(result) FROM \(selection.table) AS p WHERE \(conditions.joined(separator: " AND ")) LIMIT 1)
        """)
  }

  /// Returns the new key of an object at an end of a pair; NULL if it is removed.
  private func shifted(_ end: PairSelection.End, _ layout: EntityLayout, _ slot: Slot) -> String {
    let destination =
      layout.entity.relationship(inSlot: slot).flatMap { new.model.number(ofEntity: $0.destination) }
      ?? layout.number
    return shifted(end, to: destination)
  }

  /// Returns the new key of an object at an end of a pair that becomes one of an entity; NULL if it is removed.
  func shifted(_ end: PairSelection.End, to destination: EntityNumber) -> String {
    let offset = offsets.offset(
      from: old.model.root(of: end.declared), to: new.model.root(of: destination))
    let key = offset == 0 ? end.key : "\(end.key) + \(offset)"
    let removed = removed(end)
    guard !removed.isEmpty else { return key }
    return "CASE WHEN \(end.entity) NOT IN (\(list(removed))) THEN \(key) END"
  }

  /// Returns the new number of the entity of an object at an end of a pair.
  private func newNumber(_ end: PairSelection.End) -> String {
    let cases = old.model.family(of: end.declared).compactMap { number in
      plan.newNumber(of: number).map { "WHEN \(number) THEN \($0)" }
    }
    return cases.isEmpty ? "NULL" : "CASE \(end.entity) \(cases.joined(separator: " ")) END"
  }

  /// Returns the condition that an object at an end of a pair is not removed.
  func alive(_ end: PairSelection.End) -> [String] {
    let removed = removed(end)
    return removed.isEmpty ? [] : ["\(end.entity) NOT IN (\(list(removed)))"]
  }

  /// Returns the condition that an object at an end of a pair is of an entity that a relationship of the new model
  /// cannot lead to; `nil` if there is none.
  func unsuitable(_ end: PairSelection.End, for destination: EntityNumber) -> String? {
    let family = new.model.family(of: destination)
    let others = old.model.family(of: end.declared).filter { number in
      plan.newNumber(of: number).map { !family.contains($0) } ?? false
    }
    return others.isEmpty ? nil : "\(end.entity) IN (\(list(others)))"
  }

  private func removed(_ end: PairSelection.End) -> [EntityNumber] {
    old.model.family(of: end.declared).filter { plan.newNumber(of: $0) == nil }
  }

  private func list(_ numbers: [EntityNumber]) -> String {
    numbers.map(\.description).joined(separator: ", ")
  }
}
