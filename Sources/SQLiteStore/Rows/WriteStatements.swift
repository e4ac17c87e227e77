internal import ObjectStore

/// The statements that write rows, prepared once for each entity and set of slots.
///
/// They are separate from the cache of queries, because a look-up by SQL text costs as much as binding a
/// row.
final class WriteStatements {
  private struct Change: Hashable {
    let entity: EntityNumber
    let slots: [Slot]
    let isOverwriting: Bool
  }

  private struct Deletion: Hashable {
    let entity: EntityNumber
    let hasVersion: Bool
  }

  private let connection: Connection
  private let layout: StoreLayout
  private var inserts: EntityTable<Statement?>
  private var updates: [Change: Statement] = [:]
  private var deletes: [Deletion: Statement] = [:]

  init(_ connection: Connection, layout: StoreLayout) {
    self.connection = connection
    self.layout = layout
    inserts = EntityTable(layout.entities.map { _ in nil })
  }

  /// Returns the statement that inserts a row: key, version, then the slots.
  func insert(entity: EntityNumber) throws -> Statement {
    if let statement = inserts.element(for: entity) ?? nil { return statement }
    let statement = try connection.prepare(layout[entity].insert)
    inserts[entity] = statement
    return statement
  }

  /// Returns the statement that updates slots of a row: their values, then the key, and the version that
  /// the row must have or gets.
  func update(entity: EntityNumber, slots: [Slot], isOverwriting: Bool) throws -> Statement {
    let change = Change(entity: entity, slots: slots, isOverwriting: isOverwriting)
    if let statement = updates[change] { return statement }
    let statement = try connection.prepare(layout[entity].update(slots: slots, isOverwriting: isOverwriting))
    updates[change] = statement
    return statement
  }

  /// Returns the statement that deletes a row by its key, and by its version if required.
  func delete(entity: EntityNumber, hasVersion: Bool) throws -> Statement {
    let deletion = Deletion(entity: entity, hasVersion: hasVersion)
    if let statement = deletes[deletion] { return statement }
    let statement = try connection.prepare(layout[entity].delete(hasVersion: hasVersion))
    deletes[deletion] = statement
    return statement
  }
}
