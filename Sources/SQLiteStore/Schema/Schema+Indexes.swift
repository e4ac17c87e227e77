internal import ObjectStore

extension Schema {
  /// Creates the missing indexes of an inheritance tree, and drops those that the model no longer has: they hold no data.
  ///
  /// - Parameter conflict: Returns the error for a unique index that the rows do not permit.
  static func updateIndexes(
    of tree: ArraySlice<EntityLayout>, on connection: Connection,
    conflict: (Index) throws -> any Error
  ) throws {
    guard let table = tree.first?.table else { return }
    let wanted = indexes(tree)
    var present: Set<Index> = []
    try connection.forEachRow(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      [.string(table)]
    ) { present.insert(Index(name: $0.text(0), sql: $0.text(1))) }
    for index in present.subtracting(wanted).sorted(by: { $0.name < $1.name }) {
      try connection.execute("DROP INDEX \"\(index.name)\"")
    }
    for index in wanted where !present.contains(index) {
      do {
        try connection.execute(index.sql)
      } catch {
        guard error.isUniquenessViolation else { throw error }
        throw try conflict(index)
      }
    }
  }
}
