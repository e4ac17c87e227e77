/// A cache of prepared statements that are not in use, by their SQL.
///
/// A statement is removed from the cache while it is used, so that a query made within the rows of another
/// one never disturbs it. A full cache evicts the least recently used statement.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    let lastUse: Int
  }

  /// The maximum number of entries: more than a program has kinds of queries, few enough for a linear
  /// search.
  private static let capacity = 64
  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// Removes and returns the statement with that SQL, if there is one.
  mutating func remove(_ sql: String) -> Statement? { entries.removeValue(forKey: sql)?.statement }

  /// Adds a statement, which must be reset.
  mutating func put(_ statement: Statement, sql: String) {
    uses += 1
    entries[sql] = Entry(statement: statement, lastUse: uses)
    guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
