internal import ObjectStore

/// The check whether a file of Apple's can be written without breaking what the framework relies on.
struct AppleWriting {
  let schema: AppleSchema
  let model: ManagedObjectModel
  let names: SchemaNames

  /// Returns the reason why the file must not be written; `nil` if it can.
  func refusal(on connection: Connection) throws -> String? {
    if schema.hasHistory {
      return """
        it records its changes in a persistent history (ATRANSACTION, ACHANGE), which this library does not write; Core \
        Data opens it only for reading as well if history tracking is off
        """
    }
    return uniquenessRefusal() ?? statementRefusal(on: connection)
  }

  /// The columns that entities use, by table.
  private var columns: [String: [String]] {
    var columns: [String: Set<String>] = [:]
    for entity in names.entities.values {
      let own = entity.filter { !$0.key.hasPrefix("@") }.values
      columns[entity[SchemaNames.table] ?? "", default: []].formUnion(own)
    }
    return columns.mapValues { $0.sorted() }
  }

  // MARK: Uniqueness

  /// Compares the uniqueness constraints of the model with the unique indexes of the file, whether these are constraints
  /// of tables, as in files of 2015, or indexes.
  private func uniquenessRefusal() -> String? {
    var wanted: [String: Set<Set<String>>] = [:]
    for entity in model.entities {
      guard let own = names.entities[entity.name], let table = own[SchemaNames.table] else { continue }
      for properties in entity.uniquenessConstraints {
        let columns = Set(properties.compactMap { own[$0] })
        wanted[table, default: []].insert(columns)
        if schema.tables[table]?.unique.contains(columns) != true {
          return "it has no unique index for \(entity.name).(\(properties.joined(separator: ", ")))"
        }
      }
    }
    for table in columns.keys.sorted() {
      let others = (schema.tables[table]?.unique ?? []).subtracting(wanted[table] ?? [])
      if let columns = others.first {
        return
          "it wants \(columns.sorted().joined(separator: ", ")) in \(table) to be unique, and the model does not"
      }
    }
    return nil
  }

  // MARK: Triggers

  /// Prepares statements that run all triggers and change all indexes of the tables: SQLite names the function or
  /// collation that it does not know.
  private func statementRefusal(on connection: Connection) -> String? {
    for (table, columns) in columns.sorted(by: { $0.key < $1.key }) {
      let assignments = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
      for sql in [
        "INSERT INTO \(table) DEFAULT VALUES", "UPDATE \(table) SET \(assignments)", "DELETE FROM \(table)",
      ] {
        do throws(SQLiteError) { _ = try connection.prepare(sql) } catch {
          return "a trigger or an index of its table \(table) cannot be used here: \(error.message)"
        }
      }
    }
    return nil
  }
}
