internal import ObjectStore

/// The search for the tables and columns of a model in a file of Apple's, whose names are read and not computed.
///
/// What the model and the file disagree about is refused, with the entity and the property.
struct AppleMatching {
  let schema: AppleSchema
  let model: ManagedObjectModel
  let path: String

  /// Finds the names of all tables and columns.
  ///
  /// - Parameters:
  ///   - schema: The schema of the file.
  ///   - model: The model, numbered as the file numbers it.
  ///   - path: The path of the file, for errors.
  init(_ schema: AppleSchema, _ model: ManagedObjectModel, path: String) {
    self.schema = schema
    self.model = model
    self.path = path
  }

  /// Returns the names of tables and columns by entity and property.
  func names() throws(StoreError) -> SchemaNames {
    var names: [String: [String: String]] = [:]
    for entity in model.storedEntities where !entity.isLink {
      names[entity.name] = try self.names(of: entity)
    }
    var taken: Set<String> = []
    for entity in model.storedEntities where entity.isLink {
      let join = try AppleJoin(entity, in: model).find(in: schema, except: taken, path: path)
      taken.insert(join[SchemaNames.table] ?? "")
      names[entity.name] = join
    }
    return SchemaNames(entities: names)
  }

  private func refusal(_ reason: String) -> StoreError { .otherModel(path: path, reason: reason) }

  private func names(of entity: Entity) throws(StoreError) -> [String: String] {
    let name = entity.tableName
    guard let table = schema.tables[name] else {
      throw refusal("it has no table \(name) for the entity \(entity.name)")
    }
    var names = [SchemaNames.table: name]
    names[SchemaNames.parent] = entity.parent?.name
    for slot in entity.slots where !entity.transientSlots.contains(slot) {
      let column = entity.columnName(ofSlot: slot)
      try check(column, slot, of: entity, in: table)
      names[entity.name(ofSlot: slot)] = column
      if let companion = try companion(column, slot, of: entity, in: table) {
        names[SchemaNames.companion(entity.name(ofSlot: slot))] = companion
      }
    }
    return names
  }

  /// Checks that a column is there and of the type that the property has.
  private func check(
    _ column: String, _ slot: Slot, of entity: Entity, in table: AppleSchema.Table
  ) throws(StoreError) {
    if let relationship = entity.orderedRelationship(ofSlot: slot) {
      guard table.types[column] != nil else {
        throw refusal(
          "it has no column \(column) for the order of the inverse of \(entity.name).\(relationship), which the "
            + "model calls ordered")
      }
      return
    }
    let property = "\(entity.name).\(entity.name(ofSlot: slot))"
    guard let type = table.types[column] else { throw refusal("it has no column \(column) for \(property)") }
    let wanted = entity.attribute(inSlot: slot)?.type.traits.column.rawValue ?? "INTEGER"
    guard type == wanted else {
      throw refusal("its column \(column) for \(property) is declared as \(type), not \(wanted)")
    }
    let order = "Z_FOK_\(column.dropFirst())"
    if let relationship = entity.relationship(inSlot: slot), table.types[order] != nil,
      relationship.inverse.flatMap({ model.entity(named: relationship.destination)?.relationship($0) })?
        .isOrdered != true
    {
      throw refusal(
        "it has an order (\(order)) for the inverse of \(property), which the model calls unordered")
    }
  }

  /// Returns the column with the entity of a reference, where several are possible.
  private func companion(
    _ column: String, _ slot: Slot, of entity: Entity, in table: AppleSchema.Table
  ) throws(StoreError) -> String? {
    guard let relationship = entity.relationship(inSlot: slot),
      let destination = model.entity(named: relationship.destination), destination.family.count > 1
    else { return nil }
    let wanted = EntityColumns.companionName(of: column, destination: destination.number)
    if table.types[wanted] != nil { return wanted }
    let suffix = "_\(column.dropFirst())"
    let others = table.columns.filter { name in
      guard name.hasPrefix("Z"), name.hasSuffix(suffix), name.count > suffix.count + 1 else { return false }
      return name.dropFirst().dropLast(suffix.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
    guard others.count == 1, let other = others.first else {
      throw refusal(
        "it has no column \(wanted) for the entity of \(entity.name).\(relationship.name): "
          + "\(destination.name) has subentities")
    }
    return other
  }
}
