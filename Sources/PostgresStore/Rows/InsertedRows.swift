#if PostgreSQL
  internal import ObjectStore

  /// New rows of one entity that one statement can insert.
  struct InsertedRows {
    private var entity: EntityNumber?
    private var count = 0
    private var size = 0
    /// The parameters of the first row, which is inserted as a single one if no other follows.
    private var first: [Parameter] = []
    /// The values by column.
    private var columns: [ParameterArray] = []

    /// The largest number of rows, and of bytes in their values: the server needs memory for all of them at once.
    private static let limit = (rows: 1_024, bytes: 4 << 20)

    /// Returns a Boolean value that indicates whether a row can be appended.
    func fits(_ row: Row, _ parameters: [Parameter]) -> Bool {
      guard let entity else { return true }
      return entity == row.id.entity && count < Self.limit.rows && size < Self.limit.bytes
        && size + Self.size(parameters) < 2 * Self.limit.bytes
    }

    /// Adds a row.
    mutating func append(_ row: Row, _ parameters: [Parameter]) {
      if count == 0 {
        entity = row.id.entity
        first = parameters
        columns = parameters.map { ParameterArray($0.kind.many) }
      }
      count += 1
      size += Self.size(parameters)
      for (index, parameter) in parameters.enumerated() { columns[index].append(parameter) }
    }

    private static func size(_ parameters: [Parameter]) -> Int {
      var size = 0
      for parameter in parameters { size += parameter.size }
      return size
    }

    /// Returns the statement that inserts the rows; nil if there are none.
    func part(_ statements: WriteStatements) -> WritePart? {
      guard let entity else { return nil }
      let layout = statements.layout[entity]
      if count == 1 {
        return WritePart(statement: Statement(layout.insert, first), count: 1, returnsKeys: false)
      }
      return WritePart(
        statement: Statement(layout.insertMany, columns.map(\.parameter)), count: count, returnsKeys: true)
    }
  }
#endif
