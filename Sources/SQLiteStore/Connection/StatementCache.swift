/// Prepared statements that are not in use, by their SQL.
///
/// A statement is taken out to be used and put back afterwards, so that a query made from within the rows of
/// another one never disturbs it. When there are too many, the one not used for longest goes.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    let lastUse: Int
  }

  /// How many are kept: more than a program has kinds of queries, few enough to look through.
  private static let capacity = 64
  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// Takes out the statement with that SQL, if there is one.
  mutating func take(_ sql: String) -> Statement? { entries.removeValue(forKey: sql)?.statement }

  /// Puts back a statement that was reset.
  mutating func put(_ statement: Statement, sql: String) {
    uses += 1
    entries[sql] = Entry(statement: statement, lastUse: uses)
    guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[oldest.key] = nil
  }
}
