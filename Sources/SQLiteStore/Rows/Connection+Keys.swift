internal import ObjectStore

/// The keys of rows that are inserted.
extension Connection {
  /// The valid values of a highest key: far beyond any number of rows, and small enough that sums of keys cannot overflow.
  static let keys = 0...Int64.max / 2

  /// Returns the highest key that was given out for an entity, as its entry in the table of keys has it; `nil` without an entry.
  ///
  /// Core Data leaves the former name of an entity that was renamed.
  func highestKey(of entity: EntityLayout, in layout: StoreLayout) throws -> Int64? {
    try integer(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ? AND (Z_NAME = ? OR ?)",
      [
        .integer(Int64(entity.number.rawValue)), .string(entity.entity.name),
        .integer(layout.isOfOtherLibrary ? 1 : 0),
      ])
  }

  /// Returns the highest key of the rows in a table, except for keys beyond ``keys``, after which no row could be inserted.
  func highestUsedKey(in table: String) throws -> Int64 {
    try integer("SELECT max(Z_PK) FROM \(table) WHERE Z_PK <= ?", [.integer(Self.keys.upperBound)]) ?? 0
  }

  /// Raises the highest key of an inheritance tree, or of a join table, and returns the keys that no row has.
  func takeKeys(_ count: Int, _ layout: EntityLayout) throws -> Range<Int64> {
    // Rows of a join table can have higher keys than were assigned: in files of other programs, SQLite
    // numbers them.
    let known = layout.isLink ? "max(Z_MAX, ifnull((SELECT max(rowid) FROM \(layout.table)), 0))" : "Z_MAX"
    // A sum beyond 64 bits would be stored as a real number.
    let sql = """
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(known) + ?1 \
      WHERE Z_ENT = ?2 AND typeof(Z_MAX) = 'integer' AND \(known) BETWEEN 0 AND ?3 - ?1 RETURNING Z_MAX
      """
    let highest = try integer(
      sql, [.integer(Int64(count)), .integer(layout.keyNumber), .integer(Self.keys.upperBound)])
    guard let highest else {
      throw StoreError.damaged(
        path: path, reason: "Z_PRIMARYKEY has no usable highest key for \(layout.entity.name)")
    }
    return highest - Int64(count) + 1..<highest + 1
  }
}
