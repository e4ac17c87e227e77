#if PostgreSQL
  internal import ObjectStore

  /// A reader of the store with its own connection.
  final class PostgresReader: SnapshotReader {
    let connection: Connection
    let layout: StoreLayout
    /// A Boolean value that indicates whether the reader stays at a state.
    private var isHeld = false

    init(_ connection: Connection, layout: StoreLayout) {
      self.connection = connection
      self.layout = layout
    }

    // MARK: Snapshots

    func holdSnapshot() throws {
      releaseSnapshot()
      // A transaction sees the state at its first statement, not at its beginning.
      try connection.begin("\(Self.beginning); SELECT 1")
      connection.survivesFailures = true
      isHeld = true
    }

    private static let beginning = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    func releaseSnapshot() {
      guard isHeld else { return }
      connection.endReading()
      connection.survivesFailures = false
      isHeld = false
    }

    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
      if isHeld { return try body() }
      connection.begin([Statement(Self.beginning)])
      isHeld = true
      defer { releaseSnapshot() }
      return try body()
    }

    /// Runs statements that read one state, in one round trip.
    private func answers(_ statements: [Statement]) throws -> [Answer] {
      guard statements.count > 1, !isHeld else { return try connection.run(statements) }
      connection.begin([Statement(Self.beginning)])
      return Array(try connection.commit(after: statements).dropLast())
    }

    // MARK: Reading

    func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
      let isOfOne = ids.allSatisfy { $0.entity == ids.first?.entity }
      return isOfOne
        ? try connection.rows(ids, layout: layout)
        : try snapshot { try connection.rows(ids, layout: layout) }
    }

    func fetch(_ query: StoreQuery) throws -> [Row] {
      let sql = try SQLQuery(query, layout: layout)
      return sql.isExact ? try candidates(query, sql) : try snapshot { try evaluate(query, sql).rows }
    }

    /// Returns the rows of several queries in one round trip, unless memory evaluates one of them.
    func fetchEach(_ queries: [StoreQuery]) throws -> [[Row]] {
      let statements = try queries.map { try SQLQuery($0, layout: layout) }
      guard statements.allSatisfy(\.isExact) else {
        return try snapshot { try queries.map { try fetch($0) } }
      }
      let answers = try answers(statements.map { Statement($0.rows, $0.parameters) })
      return zip(queries, answers).map { layout.selection(of: $0.entity).rows($1, in: layout) }
    }

    /// Returns the rows of a statement.
    private func candidates(_ query: StoreQuery, _ sql: SQLQuery) throws -> [Row] {
      layout.selection(of: query.entity).rows(try connection.run(sql.rows, sql.parameters), in: layout)
    }

    /// Evaluates a query in memory, within a snapshot.
    private func evaluate(_ query: StoreQuery, _ sql: SQLQuery) throws -> (
      rows: [Row], lookup: PostgresLookup
    ) {
      let rows = try candidates(query, sql)
      let lookup = PostgresLookup(connection, layout: layout, rows: rows)
      return (sql.isExact ? rows : try query.rows(among: rows, in: lookup), lookup)
    }

    func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
      let sql = try SQLQuery(query, layout: layout)
      guard sql.isExact else { return try snapshot { try evaluate(query, sql).rows.map(\.id) } }
      let answer = try connection.run(sql.ids, sql.parameters)
      return (0..<answer.count).compactMap { answer.id($0, in: layout) }
    }

    func count(_ query: StoreQuery) throws -> Int {
      let sql = try SQLQuery(query, layout: layout)
      guard sql.isExact else { return try fetchIDs(query).count }
      return Int(try connection.integer(sql.count, sql.parameters) ?? 0)
    }

    func counts(_ queries: [StoreQuery]) throws -> [Int] {
      let sqls = try queries.map { try SQLQuery($0, layout: layout) }
      guard sqls.allSatisfy(\.isExact) else { return try snapshot { try queries.map(count) } }
      return try answers(sqls.map { Statement($0.count, $0.parameters) }).map { answer in
        answer.count > 0 ? Int(answer.integer(0, 0) ?? 0) : 0
      }
    }

    func forEach(
      _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
    ) throws {
      // A cursor would cost a transaction, which is much for a list of some rows.
      var few = query
      few.limit = min(query.limit ?? .max, Connection.partSize + 1)
      let sql = try SQLQuery(few, layout: layout)
      guard sql.isExact, let values = try sql.values(at: paths) else {
        let found = try snapshot {
          let (rows, lookup) = try evaluate(query, try SQLQuery(query, layout: layout))
          return try rows.map { ($0.id, try $0.values(at: paths, in: lookup)) }
        }
        for (id, values) in found { try body(id, values) }
        return
      }
      func forEachRow(of answer: Answer) throws {
        for row in 0..<answer.count {
          guard let id = answer.id(row, in: layout) else { continue }
          try body(id, self.values(of: values.types, in: answer, row: row, firstColumn: 2))
        }
      }
      let answer = try connection.run(values.sql, sql.parameters)
      guard answer.count > Connection.partSize else { return try forEachRow(of: answer) }
      let all = try SQLQuery(query, layout: layout)
      guard let statement = try all.values(at: paths).map({ Statement($0.sql, all.parameters) }) else {
        return
      }
      try snapshot { try connection.forEachPart(of: statement, forEachRow) }
    }

    /// Returns the values of a row, each of which has its entity in the next column.
    private func values(
      of types: [ColumnType], in answer: Answer, row: Int, firstColumn: Int
    ) -> [PropertyValue] {
      types.enumerated().map { index, type in
        let column = firstColumn + 2 * index
        let entity = answer.integer(row, column + 1).flatMap { layout.number(ofStored: $0) }
        return type.value(answer, row, column, entity: entity, in: layout.store)
      }
    }

    func fetchDictionaries(
      _ plan: DictionaryPlan, in lookup: some RowLookup
    ) throws -> [[PropertyValue]] {
      if let found = try distinctValues(plan) { return try plan.evaluate(distinct: found) }
      return try snapshot {
        let (rows, lookup) = try evaluate(plan.query.rows, try SQLQuery(plan.query.rows, layout: layout))
        return try plan.evaluate(rows, in: lookup)
      }
    }

    /// Returns the values of the columns, equal ones once; nil if memory must look at the rows.
    private func distinctValues(_ plan: DictionaryPlan) throws -> [[PropertyValue]]? {
      let columns = plan.query.columns
      let paths = columns.compactMap { if case .path(let path) = $0.expression { path } else { nil } }
      guard plan.query.isDistinct, !plan.isGrouped, !paths.isEmpty, paths.count == columns.count else {
        return nil
      }
      let sql = try SQLQuery(plan.query.rows, layout: layout)
      guard let statement = try sql.distinctValues(at: paths) else { return nil }
      let answer = try connection.run(statement.sql, sql.parameters)
      return (0..<answer.count).map { values(of: statement.types, in: answer, row: $0, firstColumn: 0) }
    }

    func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
      try Task.checkCancellation()
      let wasInterruptible = connection.isInterruptible
      connection.isInterruptible = true
      defer { connection.isInterruptible = wasInterruptible }
      return try body()
    }
  }
#endif
