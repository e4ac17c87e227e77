internal import ObjectStore

/// The choice of a way to answer a query whose predicate a full-text index can serve.
///
/// The results are the same whichever way is chosen: the predicate is evaluated on each row.
struct TextIndexSearch {
  private let query: StoreQuery
  private let layout: StoreLayout
  private let index: TextIndex
  private let match: TextMatch
  private let fewRows: Int

  /// The number of rows up to which looking them up one by one is quick: some milliseconds.
  static let fewRows = 2_000
  /// The maximum number of rows in a sample.
  private static let sampleSize = 100

  /// Creates a search; `nil` if no index can serve the query.
  init?(_ query: StoreQuery, layout: StoreLayout, fewRows: Int = Self.fewRows) {
    guard let predicate = query.predicate, let index = layout.textIndex(of: query.entity),
      let match = TextMatch.required(by: predicate, of: layout[query.entity].entity)
    else { return nil }
    self.query = query
    self.layout = layout
    self.index = index
    self.fewRows = fewRows
    self.match = match
  }

  /// Returns the query with its selection, as of the connection's snapshot.
  func choose(on connection: Connection) throws -> (query: StoreQuery, selection: RowSelection) {
    guard let mark = try index.mark(on: connection) else { return (query, .all) }
    let highest = try index.highestKey(on: connection)
    // While most rows are not indexed yet, looking up their keys would cost more than reading the table.
    guard mark >= 0, highest &- mark <= mark else { return (query, .all) }
    // The indexer makes a damaged index again.
    guard let (candidates, found) = try candidates(highest: highest, on: connection) else {
      return (query, .all)
    }
    guard found.count > fewRows else { return (query, .text(candidates)) }
    // The rows next to the start are read from the index of the order until there are enough.
    guard query.start == nil else { return (query, .all) }
    // With other conditions, which may leave few rows and have indexes, SQLite's own choice is the better one.
    guard let predicate = query.predicate, isTextOnly(predicate) else { return (query, .all) }
    guard let limit = query.limit, let order = indexedOrder() else { return (query, .text(candidates)) }
    let size = min(Self.sampleSize, found.count)
    let hits = try sampleHits(among: size, of: candidates, on: connection)
    let matches = found.estimate(highest: highest) * Double(hits) / Double(size)
    // If matches are spread evenly over the order, half of these rows contain the wanted number of matches.
    let wanted = Double(max(0, limit)) + Double(max(0, query.offset))
    let window = max(wanted, 2 * wanted * Double(highest) / matches)
    if window <= Double(2 * fewRows),
      let keys = try firstKeys(Int(wanted), among: Int(window), order: order, on: connection)
    {
      let rest = StoreQuery(
        entity: query.entity, order: query.order, includesSubentities: query.includesSubentities)
      return (rest, .keys(Array(keys.dropFirst(max(0, query.offset)))))
    }
    // Trigrams in another sequence can make most rows fail; then they are looked up.
    guard matches > Double(fewRows) else { return (query, .text(candidates)) }
    var filter = candidates
    filter.isFilter = true
    return (query, .text(filter))
  }

  // MARK: Estimates

  /// The beginning of the rows that the index gives.
  private struct Probe {
    let count: Int
    let lastKey: Int64

    /// Returns the number of all rows that the index gives, if they are spread evenly.
    func estimate(highest: Int64) -> Double {
      Double(count) * Double(max(highest, 1)) / Double(max(lastKey, 1))
    }
  }

  /// Returns the rows that the index gives, with a look at the first ones; `nil` if the index is damaged.
  private func candidates(
    highest: Int64, on connection: Connection
  ) throws -> (TextCandidates, found: Probe)? {
    do {
      let reduced = try match.reduced { trigram in
        let rows = TextCandidates(index: index, expression: TextMatch.trigrams([trigram]).expression)
        let found = try probe(rows, limit: Self.sampleSize, on: connection)
        return found.count < Self.sampleSize ? Double(found.count) : found.estimate(highest: highest)
      }
      let candidates = TextCandidates(index: index, expression: reduced.expression)
      return (candidates, try probe(candidates, limit: fewRows + 1, on: connection))
    } catch let error as SQLiteError where error.isDamageOfVirtualTable {
      return nil
    }
  }

  private func probe(_ candidates: TextCandidates, limit: Int, on connection: Connection) throws -> Probe {
    var sample = candidates
    sample.sample = limit
    let parts = SQLParts()
    let sql = "SELECT count(*), max(rowid) FROM (\(sample.sql(parts)))"
    var probe = Probe(count: 0, lastKey: 0)
    try connection.forEachRow(sql, parts.bindings) {
      probe = Probe(count: Int($0.integer(0)), lastKey: $0.integer(1))
    }
    return probe
  }

  /// Returns how many of the first `count` rows that the index gives match the predicate.
  private func sampleHits(
    among count: Int, of candidates: TextCandidates, on connection: Connection
  ) throws -> Int {
    var sample = candidates
    sample.sample = count
    var query = query
    (query.limit, query.offset, query.order) = (nil, 0, [])
    let sql = try SQLQuery(query: query, layout: layout, columns: .count, selection: .text(sample))
    return Int(try connection.integer(sql.sql, sql.bindings) ?? 0)
  }

  /// Returns the keys of the first matching rows, or `nil` if there are fewer among the first rows in the order.
  private func firstKeys(
    _ count: Int, among rows: Int, order: [String], on connection: Connection
  ) throws -> [Int64]? {
    var query = query
    (query.limit, query.offset) = (count, 0)
    let first = RowSelection.first(rows, table: index.table, order: order)
    let sql = try SQLQuery(query: query, layout: layout, columns: .id, selection: first)
    var keys: [Int64] = []
    try connection.forEachRow(sql.sql, sql.bindings) { keys.append($0.integer(0)) }
    return keys.count == count ? keys : nil
  }

  // MARK: Forms of queries

  /// Returns whether a predicate consists of comparisons that the index serves.
  private func isTextOnly(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .and(let parts), .or(let parts): parts.allSatisfy(isTextOnly)
    case .comparison: TextMatch.required(by: predicate, of: layout[query.entity].entity) != nil
    case .constant, .not: false
    }
  }

  /// Returns the query's order as that of an index of the model or of the keys, or `nil` if all rows must be sorted.
  ///
  /// An index that begins with the order has its rows in sequence, and so has one with all directions reversed. In the
  /// latter, and in one with more elements, SQLite sorts the ties.
  private func indexedOrder() -> [String]? {
    let layout = layout[query.entity]
    let elements = query.order.map { IndexElement($0.path, ascending: $0.ascending) }
    let reversed = elements.map { IndexElement($0.property, ascending: !$0.isAscending) }
    guard query.order.allSatisfy({ $0.comparison == .binary }),
      elements.isEmpty
        || layout.entity.indexes.contains(where: { $0.starts(with: elements) || $0.starts(with: reversed) })
    else { return nil }
    return elements.compactMap { element in
      layout.entity.slot(of: element.property).map {
        layout.columns[$0] + (element.isAscending ? "" : " DESC")
      }
    }
  }
}
