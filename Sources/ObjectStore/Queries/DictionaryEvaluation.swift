internal import Foundation
public import ObjectModel

extension DictionaryPlan {
  /// Returns the columns of the dictionaries, made in memory of the rows that match.
  ///
  /// - Parameters:
  ///   - rows: The matching rows in any order.
  ///   - lookup: The rows to which relationships lead.
  public func evaluate(_ rows: [Row], in lookup: some RowLookup) throws -> [[PropertyValue]] {
    let references = makeReferenceLog()
    var found: [Row] = []
    if isGrouped {
      for group in try groups(of: rows, in: lookup) {
        var evaluation = FetchEvaluation(group.first ?? noRow(lookup.model), in: lookup)
        evaluation.group = group
        evaluation.references = references
        found.append(result(0, try query.columns.map { try evaluation.value($0.expression) }))
      }
    } else {
      for row in rows {
        var evaluation = FetchEvaluation(row, in: lookup)
        evaluation.references = references
        let values = try query.columns.map { try evaluation.value($0.expression) }
        found.append(result(query.isDistinct ? 0 : row.id.key, values))
      }
    }
    return try dictionaries(of: found, references)
  }

  /// Returns the columns of the dictionaries, made of the values that a store found for a query of distinct dictionaries.
  ///
  /// - Parameter values: The values of all columns, in any order; equal ones may be there several times.
  package func evaluate(distinct values: [[PropertyValue]]) throws -> [[PropertyValue]] {
    let references = makeReferenceLog()
    if let references {
      for id in values.joined().compactMap(\.reference) { references.record(id) }
    }
    return try dictionaries(of: values.map { result(0, $0.map(\.columnValue)) }, references)
  }

  /// Returns a log for the objects in the columns, or nil if their entities follow from the columns.
  private func makeReferenceLog() -> ReferenceLog? {
    types.contains { $0.severalEntities != nil } ? ReferenceLog() : nil
  }

  /// Returns the columns of the dictionaries that are wanted, in their order.
  private func dictionaries(of found: [Row], _ references: ReferenceLog?) throws -> [[PropertyValue]] {
    let lookup = Results(model: results)
    let chosen = try having.map { having in try found.filter { try having.matches($0, in: lookup) } } ?? found
    return window(try sorted(chosen, lookup)).map { values in
      typed(values) { key, family, _ in references?.entity(ofKey: key, in: family) }
    }
  }

  private func result(_ key: Int64, _ values: [PropertyValue]) -> Row {
    Row(id: ManagedObjectID(entity: 1, key: key, in: .unbound), version: 0, values: values)
  }

  private func noRow(_ model: ManagedObjectModel) -> Row {
    let count = model[query.rows.entity].slotCount
    return Row(
      id: ManagedObjectID(entity: query.rows.entity, key: 0, in: store), version: 0,
      values: Array(repeating: .null, count: count))
  }

  /// The rows by their keys; one group of all, even of none, without keys.
  private func groups(of rows: [Row], in lookup: some RowLookup) throws -> [[Row]] {
    guard !query.groupBy.isEmpty else { return [rows] }
    let keyed = try rows.map { row in
      let evaluation = FetchEvaluation(row, in: lookup)
      return (row: row, keys: try query.groupBy.map(evaluation.value))
    }
    var groups: [(keys: [PropertyValue], rows: [Row])] = []
    for entry in keyed.sorted(by: { Self.compare($0.keys, $1.keys) == .orderedAscending }) {
      if let last = groups.last, Self.compare(last.keys, entry.keys) == .orderedSame {
        groups[groups.count - 1].rows.append(entry.row)
      } else {
        groups.append((entry.keys, [entry.row]))
      }
    }
    return groups.map(\.rows)
  }

  private func sorted(_ found: [Row], _ lookup: Results) throws -> [[PropertyValue]] {
    let keyed = try found.map { (row: $0, keys: try order.keys(of: $0, in: lookup)) }
    let sorted = keyed.sorted { left, right in
      let result = order.compare(left.keys, left.row.id, right.keys, right.row.id)
      return result == .orderedSame
        ? Self.compare(left.row.values, right.row.values) == .orderedAscending : result == .orderedAscending
    }
    let values = sorted.map(\.row.values)
    guard query.isDistinct else { return values }
    // Dictionaries that are equal in all columns are equal in every order, and are adjacent.
    return values.indices.filter {
      $0 == 0 || Self.compare(values[$0 - 1], values[$0]) != .orderedSame
    }.map { values[$0] }
  }

  private func window(_ all: [[PropertyValue]]) -> ArraySlice<[PropertyValue]> {
    let rest = all.dropFirst(max(0, query.offset))
    return query.limit.map { rest.prefix(max(0, $0)) } ?? rest
  }

  private static func compare(_ left: [PropertyValue], _ right: [PropertyValue]) -> ComparisonResult {
    for (left, right) in zip(left, right) {
      let result = PropertyValue.compare(left, right)
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }

  /// Returns the values of a dictionary with the types of their columns.
  ///
  /// - Parameters:
  ///   - values: The values as columns hold them.
  ///   - entity: Returns the entity of the object with a key in the column with an index, of several possible ones; `nil` if
  ///     there is no such object.
  package func typed(
    _ values: [PropertyValue],
    entity: (_ key: Int64, _ family: ClosedRange<EntityNumber>, _ column: Int) -> EntityNumber?
  ) -> [PropertyValue] {
    values.indices.map { index in
      switch (types[index], values[index]) {
      case (.object(let family), .integer(let key)):
        let own = family.count > 1 ? entity(key, family, index) : nil
        return .reference(ManagedObjectID(entity: own ?? family.lowerBound, key: key, in: store))
      // A value that cannot have the type is left as it is.
      case (.attribute(let type), let value): return type.traits.form.value(ofColumn: value) ?? value
      case (_, let value): return value
      }
    }
  }
}

/// Dictionaries as rows that lead nowhere.
private struct Results: RowLookup {
  let model: ManagedObjectModel

  func row(for id: ManagedObjectID) -> Row? { nil }

  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID] { [] }
}
