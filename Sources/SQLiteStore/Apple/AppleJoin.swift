internal import ObjectStore

/// The search for the table of a many-to-many relationship in a file of Apple's.
///
/// The table is named after the number of an entity and a relationship; which of the two depends on the numbers, and for a
/// relationship between objects of one entity on nothing that is known. So all tables are looked at.
struct AppleJoin {
  /// The hidden entity of the rows.
  private let entity: Entity
  /// The ends that the two columns refer to.
  private let source: End
  private let target: End

  /// An end: an entity, its relationship, and the inverse, after which the column with its keys is named.
  private struct End {
    let number: Int
    let relationship: RelationshipDescription
    let inverse: String

    var property: String { relationship.name }
  }

  /// Prepares the search for the rows of a hidden entity of a model.
  init(_ entity: Entity, in model: ManagedObjectModel) throws(StoreError) {
    self.entity = entity
    let ends = entity.toOneRelationships.compactMap { end -> End? in
      guard let owner = model.entity(named: end.destination), let name = end.inverse,
        let relationship = owner.relationship(name), let inverse = relationship.inverse
      else { return nil }
      return End(number: owner.number.rawValue, relationship: relationship, inverse: inverse)
    }
    require(ends.count == 2, "a join entity of a valid model has two ends")
    (source, target) = (ends[0], ends[1])
  }

  private struct Candidate {
    let table: String
    let source: String
    let target: String
    let orders: [String]
    /// The strengths of the matches of the table and of both columns, the weakest first.
    let strength: [AppleName.Match]
  }

  /// Returns the names of the table and of its columns, by the names of the hidden entity's slots.
  func find(
    in schema: AppleSchema, except taken: Set<String>, path: String
  ) throws(StoreError) -> [String: String] {
    let found = schema.tables.filter { !taken.contains($0.key) }.sorted { $0.key < $1.key }
      .flatMap { candidates($0.key, $0.value) }
    let best = found.map(\.strength).max { $0.lexicographicallyPrecedes($1) }
    let matches = found.filter { $0.strength == best }
    guard let match = matches.first else {
      throw .otherModel(path: path, reason: "it has no join table for \(entity.name)")
    }
    guard matches.count == 1 else {
      let tables = matches.map { "\($0.table) (\($0.source), \($0.target))" }.joined(separator: " and ")
      throw .otherModel(path: path, reason: "several join tables could be that of \(entity.name): \(tables)")
    }
    return try names(match, path: path)
  }

  private func candidates(_ name: String, _ table: AppleSchema.Table) -> [Candidate] {
    let orders = table.columns.filter { $0.hasPrefix("Z_FOK_") }
    let columns = table.columns.filter { !$0.hasPrefix("Z_FOK_") }
    guard columns.count == 2, let tableName = AppleName(name),
      let first = AppleName(columns[0]), let second = AppleName(columns[1]),
      let ofTable = [
        tableName.match(source.number, source.property), tableName.match(target.number, target.property),
      ].compactMap({ $0 }).max()
    else { return [] }
    return [(first, second, columns[0], columns[1]), (second, first, columns[1], columns[0])].compactMap {
      guard let ofSource = $0.0.match(source.number, source.inverse),
        let ofTarget = $0.1.match(target.number, target.inverse)
      else { return nil }
      return Candidate(
        table: name, source: $0.2, target: $0.3, orders: orders,
        strength: [ofTable, ofSource, ofTarget].sorted())
    }
  }

  private func names(_ match: Candidate, path: String) throws(StoreError) -> [String: String] {
    var names = [SchemaNames.table: match.table, "source": match.source, "target": match.target]
    var orders = Set(match.orders)
    for slot in entity.slots {
      guard let end = entity.orderedRelationship(ofSlot: slot) else { continue }
      // The members of the source's relationship are in the target column, and so is the name of their order.
      let (members, property) =
        end == "source" ? (match.target, source.property) : (match.source, target.property)
      let column = "Z_FOK_\(members.dropFirst(2))"
      guard orders.remove(column) != nil else {
        throw .otherModel(
          path: path, reason: "its table \(match.table) has no column \(column) for the order of \(property)")
      }
      names[entity.name(ofSlot: slot)] = column
    }
    if let order = orders.min() {
      throw .otherModel(
        path: path,
        reason:
          "its table \(match.table) has an order (\(order)) for \(entity.name), which the model calls unordered"
      )
    }
    return names
  }
}
