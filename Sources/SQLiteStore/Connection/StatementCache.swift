/// A cache of prepared statements, by their SQL.
///
/// A query made within the rows of another one with the same SQL gets a statement of its own, so that it never disturbs it. A
/// full cache evicts the least recently used statement.
struct StatementCache {
  /// A cached statement, and whether it is in use.
  final class Entry {
    let statement: Statement
    fileprivate var lastUse = 0
    fileprivate var isInUse = true

    fileprivate init(_ statement: Statement) { self.statement = statement }

    /// Makes the statement available to other queries; the caller must have reset it.
    func endUse() { isInUse = false }
  }

  /// The maximum number of entries: more than a program has kinds of queries, few enough for a linear
  /// search.
  private static let capacity = 64
  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// Returns a statement that no other query uses until ``Entry/endUse()``: the one with that SQL, or a new one that `prepare`
  /// makes.
  mutating func use(
    _ sql: String, prepare: (String) throws(SQLiteError) -> Statement
  ) throws(SQLiteError) -> Entry {
    uses += 1
    if let entry = entries[sql], !entry.isInUse {
      entry.isInUse = true
      entry.lastUse = uses
      return entry
    }
    let entry = Entry(try prepare(sql))
    entry.lastUse = uses
    entries[sql] = entry
    if entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
    }
    return entry
  }
}
