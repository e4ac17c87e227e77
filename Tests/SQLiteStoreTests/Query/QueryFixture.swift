import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

final class Leaf: ManagedObject {}
final class Branch: ManagedObject {}

/// Leaves on branches, with an attribute of every type.
enum Tree {
  /// Returns the model, with indexes of the leaves.
  static func model(indexes: [[IndexElement]] = [["title"], ["count"]]) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Branch.self,
        attributes: [
          AttributeDescription("name", .string, isOptional: true),
          AttributeDescription("rank", .integer64, isOptional: true),
        ],
        relationships: [
          .toOne("parent", "Branch", inverse: "children"), .toMany("children", "Branch", inverse: "parent"),
          .toMany("leaves", "Leaf", inverse: "branch"), .toOne("favourite", "Leaf"),
        ], indexes: [["name"]]),
      EntityDescription(
        Leaf.self,
        attributes: [
          AttributeDescription("title", .string, isOptional: true),
          AttributeDescription("note", .string, isOptional: true),
          AttributeDescription("count", .integer64, isOptional: true),
          AttributeDescription("size", .double, isOptional: true),
          AttributeDescription("price", .decimal, isOptional: true),
          AttributeDescription("flag", .boolean, isOptional: true),
          AttributeDescription("day", .date, isOptional: true),
          AttributeDescription("mark", .uuid, isOptional: true),
          AttributeDescription("blob", .binary, isOptional: true),
          AttributeDescription("link", .uri, isOptional: true),
        ], relationships: [.toOne("branch", "Branch", inverse: "leaves")], indexes: indexes),
    ])
  }

  static let branch: EntityNumber = 1
  static let leaf: EntityNumber = 2
}

/// Rows in a dictionary: the lookup with which evaluation in memory is tested.
struct RowDictionary: RowLookup {
  let model: ManagedObjectModel
  let rows: [ManagedObjectID: Row]
  private var sources: [Reference: [ManagedObjectID]] = [:]

  /// What a row of an entity refers to in a slot.
  private struct Reference: Hashable {
    let entity: EntityNumber
    let slot: Slot
    let target: ManagedObjectID
  }

  init(_ rows: [Row], model: ManagedObjectModel) {
    self.model = model
    self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    for row in rows {
      for (slot, value) in zip(row.values.slots, row.values) {
        guard let target = value.reference else { continue }
        sources[Reference(entity: row.id.entity, slot: slot, target: target), default: []].append(row.id)
      }
    }
  }

  func row(for id: ManagedObjectID) -> Row? { rows[id] }

  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID] {
    guard let number = model.number(ofEntity: relationship.destination),
      let slot = relationship.inverse.flatMap({ model[number].slot(of: $0) })
    else { return [] }
    return sources[Reference(entity: number, slot: slot, target: owner)] ?? []
  }

  /// The oracle: all rows evaluated, sorted and cut in memory.
  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    var found: [(id: ManagedObjectID, keys: [PropertyValue])] = []
    for row in rows.values where row.id.entity == query.entity {
      guard try query.predicate?.matches(row, in: self) ?? true else { continue }
      found.append((row.id, try query.order.keys(of: row, in: self)))
    }
    found.sort { query.order.precedes($0.keys, $0.id, $1.keys, $1.id) }
    return found.dropFirst(query.offset).prefix(query.limit ?? .max).map(\.id)
  }
}

/// A store of trees in a fresh folder.
final class TreeStore {
  let fixture: StoreFixture
  let store: SQLiteStore
  let reader: any StoreReader
  let memory: RowDictionary
  /// A store in memory with the same rows.
  let inMemory: any StoreReader

  init(_ rows: [Row], model: ManagedObjectModel? = nil) throws {
    fixture = try StoreFixture(model ?? Tree.model())
    store = try fixture.store()
    try store.makeWriter().insert(rows)
    reader = try store.makeReader()
    memory = RowDictionary(rows, model: fixture.model)
    let other = InMemoryStore(model: fixture.model, identifier: TestStores.identifier)
    try other.makeWriter().insert(rows)
    inMemory = other.makeReader()
  }

  /// The lines of a query's plan.
  func plan(
    _ query: StoreQuery, _ columns: SQLQuery.Columns = .row, step: StartStep? = nil
  ) throws -> [String] {
    let sql = try SQLQuery(query: query, layout: store.layout, columns: columns, step: step)
    var lines: [String] = []
    try fixture.connection().forEachRow("EXPLAIN QUERY PLAN " + sql.sql, sql.bindings) {
      lines.append($0.text(3))
    }
    return lines
  }
}
