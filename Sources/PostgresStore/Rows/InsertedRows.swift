#if PostgreSQL
  internal import ObjectStore

  /// New rows of one entity that one statement can insert.
  struct InsertedRows {
    private var entity: EntityNumber?
    private var rows: [[Parameter]] = []
    private var size = 0

    /// The largest number of rows, and of bytes in their values: the server needs memory for all of them at once.
    private static let limit = (rows: 1_024, bytes: 4 << 20)

    /// Returns a Boolean value that indicates whether a row can be appended.
    func fits(_ row: Row, _ parameters: [Parameter]) -> Bool {
      guard let entity else { return true }
      return entity == row.id.entity && rows.count < Self.limit.rows && size < Self.limit.bytes
        && size + Self.size(parameters) < 2 * Self.limit.bytes
    }

    /// Adds a row.
    mutating func append(_ row: Row, _ parameters: [Parameter]) {
      entity = row.id.entity
      rows.append(parameters)
      size += Self.size(parameters)
    }

    private static func size(_ parameters: [Parameter]) -> Int {
      parameters.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    }

    /// Returns the statement that inserts the rows; nil if there are none.
    func part(_ statements: WriteStatements) -> WritePart? {
      guard let entity, let first = rows.first else { return nil }
      let layout = statements.layout[entity]
      if rows.count == 1 {
        return WritePart(statement: Statement(layout.insert, first), count: 1, returnsKeys: false)
      }
      let arrays = first.indices.map { column in
        Parameter.array(first[column].kind.many, rows.map { $0[column].element })
      }
      return WritePart(
        statement: Statement(layout.insertMany, arrays), count: rows.count, returnsKeys: true)
    }
  }
#endif
