internal import ObjectStore

/// A reader of the store with its own connection.
final class SQLiteReader: SnapshotReader {
  let connection: Connection
  let layout: StoreLayout
  /// The logs of the rows that are read.
  private let logs: ReadingLogs
  private let layoutCheck: LayoutCheck
  /// A Boolean value that indicates whether the reader stays at a state, so that no commit concerns what it reads.
  private var isHeld = false
  /// The reading in progress, to which readings within it add their rows: it began before the state that they see.
  private var current: ReadingLogs.Reading?
  /// The number of rows that a search looks up one by one; tests set it.
  var fewRows = TextIndexSearch.fewRows

  init(_ connection: Connection, layout: StoreLayout, logs: ReadingLogs) {
    self.connection = connection
    self.layout = layout
    self.logs = logs
    layoutCheck = LayoutCheck(layout)
  }

  func holdSnapshot() throws {
    try throwingStoreErrors { try connection.holdSnapshot() }
    isHeld = true
  }

  func releaseSnapshot() {
    connection.releaseSnapshot()
    isHeld = false
  }

  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try reading { _ in try throwingStoreErrors { try connection.snapshot(body) } }
  }

  /// Calls `body` with a reading, to which it adds the rows that it returns; nil if no other programs are followed.
  private func reading<Result>(_ body: (ReadingLogs.Reading?) throws -> Result) rethrows -> Result {
    if let current { return try body(current) }
    let reading = isHeld ? nil : logs.begin()
    current = reading
    defer {
      current = nil
      reading?.end()
    }
    return try body(reading)
  }

  func releaseMemory() { connection.releaseMemory() }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    try reading { reading in
      let rows = try throwingStoreErrors {
        // A single row needs no snapshot.
        let rows =
          ids.count == 1
          ? try connection.rows(ids, layout: layout)
          : try connection.snapshot { try connection.rows(ids, layout: layout) }
        try layoutCheck.runAfterReading(on: connection)
        return rows
      }
      if let reading {
        for row in rows { reading.keys.insert(row.id.key, entity: row.id.entity) }
      }
      return rows
    }
  }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    let layout = layout[query.entity]
    var rows: [Row] = []
    try forEachRow(query, .row) { rows.append(try layout.row($0)) }
    return rows
  }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    let layout = layout[query.entity]
    var ids: [ManagedObjectID] = []
    try forEachRow(query, .id) { ids.append($0.id(of: layout)) }
    return ids
  }

  func count(_ query: StoreQuery) throws -> Int {
    if query.start != nil { return try fetchIDs(query).count }
    var count = 0
    try forEachRow(query, .count) { count = Int($0.integer(0)) }
    return count
  }

  func counts(_ queries: [StoreQuery]) throws -> [Int] { try snapshot { try queries.map(count) } }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    let entity = layout[query.entity]
    let types = try paths.map { try layout.columnType(path: $0, from: query.entity) }
    var values = [PropertyValue](repeating: .null, count: types.count)
    try forEachRow(query, .paths(paths)) { statement in
      for index in types.indices {
        let column = Int32(2 * index) + 2
        values[index] = try types[index].value(statement, column, companion: column + 1, in: layout.store)
      }
      try body(statement.id(of: entity), values)
    }
  }

  /// Calls `body` for each row of a query, and logs the rows.
  private func forEachRow(
    _ query: StoreQuery, _ columns: SQLQuery.Columns, _ body: (Statement) throws -> Void
  ) throws {
    if case .count = columns { return try forEachRowUnlogged(query, columns, body) }
    try reading { reading in
      guard let reading else { return try forEachRowUnlogged(query, columns, body) }
      let entity = layout[query.entity]
      try forEachRowUnlogged(query, columns) { statement in
        reading.keys.insert(statement.integer(0), entity: statement.id(of: entity).entity)
        try body(statement)
      }
    }
  }

  private func forEachRowUnlogged(
    _ query: StoreQuery, _ columns: SQLQuery.Columns, _ body: (Statement) throws -> Void
  ) throws {
    let search = TextIndexSearch(query, layout: layout, fewRows: fewRows)
    let latest = search == nil ? LatestRows(query, layout: layout, fewRows: fewRows) : nil
    // Refuses a query before it is examined.
    let sql = try SQLQuery(query: query, layout: layout, columns: columns)
    guard search != nil || latest != nil || query.start != nil else {
      return try forEachRow(sql.sql, sql.bindings, body)
    }
    try throwingStoreErrors {
      try connection.snapshot {
        let (query, selection) = try choose(query, search, latest)
        try forEachRow(query, selection, columns, body)
        try layoutCheck.runAfterReading(on: connection)
      }
    }
  }

  /// Returns the rows among which a query looks, if an index of text or the newest rows narrow them, and the rest of the
  /// query.
  private func choose(
    _ query: StoreQuery, _ search: TextIndexSearch?, _ latest: LatestRows?
  ) throws -> (StoreQuery, RowSelection) {
    try search?.choose(on: connection) ?? (query, latest?.choose(on: connection) ?? .all)
  }

  /// Returns the statements that a query runs now, in their order.
  func statements(for query: StoreQuery, _ columns: SQLQuery.Columns) throws -> [SQLQuery] {
    try connection.snapshot {
      let search = TextIndexSearch(query, layout: layout, fewRows: fewRows)
      let latest = search == nil ? LatestRows(query, layout: layout, fewRows: fewRows) : nil
      _ = try SQLQuery(query: query, layout: layout, columns: columns)
      let (query, selection) = try choose(query, search, latest)
      let steps: [StartStep?] = query.start == nil ? [nil] : StartStep.steps(query)
      return try steps.map {
        try SQLQuery(query: query, layout: layout, columns: columns, selection: selection, step: $0)
      }
    }
  }

  /// Calls `body` for each row that a selection gives, step by step for a query with a start.
  private func forEachRow(
    _ query: StoreQuery, _ selection: RowSelection, _ columns: SQLQuery.Columns,
    _ body: (Statement) throws -> Void
  ) throws {
    guard query.start != nil else {
      let sql = try SQLQuery(query: query, layout: layout, columns: columns, selection: selection)
      return try connection.forEachRow(sql.sql, sql.bindings, body)
    }
    require(query.offset == 0, "a query with a start has no offset")
    var rest = query
    for step in StartStep.steps(query) where rest.limit != 0 {
      let sql = try SQLQuery(query: rest, layout: layout, columns: columns, selection: selection, step: step)
      try connection.forEachRow(sql.sql, sql.bindings) {
        if let limit = rest.limit { rest.limit = limit - 1 }
        try body($0)
      }
    }
  }

  func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.interruptible(body)
  }

  /// The model of the rows.
  var model: ManagedObjectModel { layout.model }

  /// Calls `body` for each row of a statement.
  func forEachRow(
    _ sql: String, _ bindings: [PropertyValue], _ body: (Statement) throws -> Void
  ) throws {
    try throwingStoreErrors {
      try connection.forEachRow(sql, bindings, body)
      try layoutCheck.runAfterReading(on: connection)
    }
  }
}

extension Statement {
  /// Returns the object ID in the first two columns, key and entity, of a row of an entity or its sub-entities.
  ///
  /// A number that belongs to none of them is read as the first of them, as by `EntityLayout.row`.
  func id(of layout: EntityLayout) -> ManagedObjectID {
    let number = EntityNumber(Int(integer(1)))
    return ManagedObjectID(
      entity: layout.family.contains(number) ? number : layout.number, key: integer(0), in: layout.store)
  }
}

extension StoreLayout {
  /// Returns the type of the value at the end of a key path through to-one relationships.
  fileprivate func columnType(path: String, from number: EntityNumber) throws -> ColumnType {
    if let aggregate = AggregatePath(path) {
      switch aggregate.function {
      case .min, .max: return try columnType(path: aggregate.path, from: number)
      default: return .number
      }
    }
    return switch try model.resolve(path, from: self[number].entity).end {
    case .attribute(_, let attribute): .attribute(attribute.type)
    // A valid model has a destination for each relationship.
    case .reference(_, let destination), .object(let destination):
      .reference(to: destination.name, in: model)
    case .count: .attribute(.integer64)
    }
  }
}
