package import ObjectModel

extension RowLookup {
  /// Returns the value at a key path through to-one relationships, or the result of an aggregate function
  /// such as `@count`.
  ///
  /// The value is null (a count is 0) when a relationship on the path is empty or refers to a missing row.
  package func value(at path: String, of row: Row) throws -> PropertyValue {
    // Nearly every path is the name of an attribute, which need not be taken apart.
    if let slot = model.entity(of: row.id).slot(of: path) { return row.values[slot] }
    if let aggregate = AggregatePath(path) {
      let values = try values(at: aggregate.path, of: row).map(\.columnValue)
      return aggregate.aggregate.apply(to: values)
    }
    return try value(at: path[...], of: row)
  }

  /// Returns the values at a key path through one to-many relationship: one for each destination object.
  package func values(at path: String, of row: Row) throws -> [PropertyValue] {
    try values(at: path[...], of: row)
  }

  private func value(at path: Substring, of row: Row) throws -> PropertyValue {
    let entity = model.entity(of: row.id)
    let (name, rest) = Self.split(path)
    guard let rest else {
      if let slot = entity.slot(of: name) { return row.values[slot] }
      if name == "SELF" { return .reference(row.id) }
      throw FetchError.unknownOrMany(name, of: entity, path: String(path))
    }
    if let relationship = entity.relationship(name), relationship.cardinality == .toMany, rest == "@count" {
      return .integer(Int64(try members(of: relationship, owner: row.id).count))
    }
    guard let next = try self.row(name, of: row, entity, path: path) else {
      return rest.hasSuffix("@count") ? .integer(0) : .null
    }
    return try value(at: rest, of: next)
  }

  private func values(at path: Substring, of row: Row) throws -> [PropertyValue] {
    let entity = model.entity(of: row.id)
    let (name, rest) = Self.split(path)
    if let relationship = entity.relationship(name), relationship.cardinality == .toMany {
      let members = try members(of: relationship, owner: row.id)
      guard let rest else { return members.map { .reference($0) } }
      return try members.compactMap { try self.row(for: $0) }.map { try value(at: rest, of: $0) }
    }
    guard let rest else { throw FetchError.quantifierWithoutToMany(path: String(path)) }
    guard let next = try self.row(name, of: row, entity, path: path) else { return [] }
    return try values(at: rest, of: next)
  }

  /// Returns the destination row of a to-one relationship.
  private func row(_ name: String, of row: Row, _ entity: Entity, path: Substring) throws -> Row? {
    guard let slot = entity.slot(of: name), entity.isReference(slot) else {
      throw entity.slot(of: name) == nil
        ? FetchError.unknownOrMany(name, of: entity, path: String(path))
        : FetchError.pathThroughAttribute(entity: entity.name, name: name, path: String(path))
    }
    return try row.values[slot].reference.flatMap { try self.row(for: $0) }
  }

  private static func split(_ path: Substring) -> (name: String, rest: Substring?) {
    guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (String(path), nil) }
    return (String(path[..<dot]), path[path.index(after: dot)...])
  }
}

extension FetchError {
  /// The error for a name that is no attribute or to-one relationship.
  static func unknownOrMany(_ name: String, of entity: Entity, path: String) -> FetchError {
    entity.relationship(name) == nil
      ? .unknownProperty(entity: entity.name, name: name, path: path) : .toManyWithoutQuantifier(path: path)
  }
}
